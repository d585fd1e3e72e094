#[allow(clippy::double_must_use, clippy::must_use_candidate, clippy::result_large_err)]
/// Finds a spec.
fn find_spec(
    &self,
    __argument0: __private::Parameters<Find>,
) -> ::envelope_runtime::Envelope {
    let mut __call = __private::call(
        "find_spec",
        __private::dialect::<::envelope_runtime::response_v2::ResponseV2>(),
    );
    if let ::std::result::Result::Err(__refused) = __private::accepted(
        &[__private::names::<::envelope_runtime::response_v2::ResponseV2>()],
    ) {
        return ::envelope_runtime::Output::from_envelope(__refused);
    }
    let (__argument0, __warnings) = match {
        use __private::HasNoRules as _;
        <Find as __private::FromArguments>::fitting(
            __argument0,
            ::std::default::Default::default(),
            __private::type_of::<Find>().__rules(),
        )
    } {
        ::std::result::Result::Ok(__fitting) => __fitting,
        ::std::result::Result::Err(__failure) => {
            return __private::reject(__call, __failure);
        }
    };
    __private::Running::warn(&mut __call, __warnings);
    let __outcome = __private::run(
        &mut __call,
        move || -> Result<Spec, ToolFailure> {
            let Parameters(find) = <Parameters<
                Find,
            > as __private::TakesArguments<_>>::take(__argument0);
            { look_up(&find.id) }
        },
    );
    __private::with_tree(
        __private::finish(
            __private::root(&__call),
            ::std::convert::identity(&mut __call),
            __private::type_of(),
            __outcome,
        ),
    )
}
