fn check_spec(id: &str) -> __private::Envelope {
    let __call = __private::call(__private::Facts {
        name: "check_spec",
        source: &__private::Source {
            file: "samples/expansion/tools.rs",
            package_version: ::core::option::Option::Some("0.1.0"),
        },
    });
    let __trace = __private::trace_call(&__call);
    let __outcome = __private::run_caught(
        &__trace,
        move || -> Result<Spec, ToolFailure> { look_up(id) },
    );
    let __envelope_data = __private::data();
    let __outcome = __private::plain_caught(__envelope_data, __outcome);
    let __envelope_choice = match __private::chosen(
        &[
            __private::names::<__private::response_v2::ResponseV2>(),
            __private::names::<__private::mcp::mcp_2025_11_25::Mcp>(),
        ],
    ) {
        0usize => {
            __private::Choice::This(
                __private::settings_chosen::<__private::response_v2::ResponseV2>(__call),
            )
        }
        _ => {
            __private::Choice::Other(
                __private::last(
                    __private::settings_chosen::<
                        __private::mcp::mcp_2025_11_25::Mcp,
                    >(__call),
                ),
            )
        }
    };
    __private::finish_chosen(
        __outcome,
        __private::Roots,
        __envelope_choice,
        __private::error(),
        __trace,
    )
}
