fn read_spec(id: &str) -> __private::Envelope {
    let __call = __private::start::<
        __private::response_v2::ResponseV2,
    >(
        &__private::Facts {
            name: "read_spec",
            file: "samples/expansion/tools.rs",
            package_version: ::core::option::Option::Some("0.1.0"),
        },
    );
    let __trace = __private::trace_started::<
        __private::response_v2::ResponseV2,
    >(&__call);
    let __outcome = __private::run(
        &__trace,
        move || -> Result<Spec, ToolFailure> { look_up(id) },
    );
    let __call = __private::settings::<__private::response_v2::ResponseV2>(__call);
    __private::finish(
        __private::root(&__call),
        ::std::convert::identity(__call),
        __private::error(),
        __outcome,
        __trace,
    )
}
