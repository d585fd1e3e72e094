/// Finds a spec.
fn find_spec(&self, __argument0: __private::Parameters<Find>) -> __private::Envelope {
    let __call = __private::start::<
        __private::response_v2::ResponseV2,
    >(__private::Facts {
        name: "find_spec",
        source: &__private::Source {
            file: "samples/expansion/tools.rs",
            package_version: ::core::option::Option::Some("0.1.0"),
        },
    });
    let __trace = __private::trace_started(&__call);
    let __argument0 = match __private::fitting(__argument0) {
        ::std::result::Result::Ok(__argument0) => __argument0,
        ::std::result::Result::Err(__failure) => {
            return {
                let __call = __private::settings(__call);
                __private::reject(__call, __failure, __trace)
            };
        }
    };
    let __outcome = __private::run(
        &__trace,
        move || -> Result<Spec, ToolFailure> {
            let Parameters(find) = <Parameters<
                Find,
            > as __private::FromArguments<_>>::from_arguments(__argument0);
            { look_up(&find.id) }
        },
    );
    __private::finish_started(
        __private::root_started(&__call),
        ::std::convert::identity(__call),
        __private::error(),
        __outcome,
        __trace,
    )
}
