fn show_spec(id: &str) -> __private::Envelope {
    let __call = __private::start::<
        __private::dotbot::Dotbot,
    >(__private::Facts {
        name: "show_spec",
        source: &__private::Source {
            file: "samples/expansion/tools.rs",
            package_version: ::core::option::Option::Some("0.1.0"),
        },
    });
    let __trace = __private::trace_started(&__call);
    let __outcome = __private::run(
        &__trace,
        move || -> Result<Spec, ToolFailure> { look_up(id) },
    );
    let __call = __private::settings(__call);
    let __outcome = __private::open(__outcome);
    let __call = __call
        .summary(
            &__outcome,
            |#[allow(unused_variables)] data| ::alloc::__export::must_use({
                ::alloc::fmt::format(format_args!("Found {0}.", data.title))
            }),
        );
    __private::finish(
        __private::root(&__call),
        ::std::convert::identity(__call),
        __private::error(),
        __outcome,
        __trace,
    )
}
