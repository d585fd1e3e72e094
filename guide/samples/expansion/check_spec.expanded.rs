#[allow(clippy::double_must_use, clippy::must_use_candidate, clippy::result_large_err)]
fn check_spec(id: &str) -> ::envelope_runtime::Envelope {
    let mut __call = __private::call("check_spec", ());
    let __settings_0 = __private::dialect::<
        ::envelope_runtime::response_v2::ResponseV2,
    >();
    let __settings_1 = __private::dialect::<::envelope_runtime::mcp_2025_11_25::Mcp>();
    let __outcome = __private::run(
        &mut __call,
        || __private::catch(move || -> Result<Spec, ToolFailure> { look_up(id) }),
    );
    let __outcome = __private::plain(__private::type_of(), __outcome);
    match __private::chosen(
        &[
            __private::names::<::envelope_runtime::response_v2::ResponseV2>(),
            __private::names::<::envelope_runtime::mcp_2025_11_25::Mcp>(),
        ],
    ) {
        0usize => {
            let mut __call = __private::decided(__call, __settings_0);
            let __outcome = __private::Carrier::<
                ::envelope_runtime::response_v2::ResponseV2,
            >::carried(__private::type_of(), __outcome);
            __private::finish(
                __private::root(&__call),
                ::std::convert::identity(&mut __call),
                __private::type_of(),
                __outcome,
            )
        }
        _ => {
            let mut __call = __private::decided(__call, __settings_1);
            let __outcome = __private::Carrier::<
                ::envelope_runtime::mcp_2025_11_25::Mcp,
            >::carried(__private::type_of(), __outcome);
            __private::finish(
                __private::root(&__call),
                ::std::convert::identity(&mut __call),
                __private::type_of(),
                __outcome,
            )
        }
    }
}
