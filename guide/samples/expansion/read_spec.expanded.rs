fn read_spec(id: &str) -> __private::Envelope {
    let __call = __private::start::<
        __private::response_v2::ResponseV2,
    >(__private::Facts {
        name: "read_spec",
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
    __private::finish_started(
        __private::root_started(&__call),
        ::std::convert::identity(__call),
        __private::error(),
        __outcome,
        __trace,
    )
}
