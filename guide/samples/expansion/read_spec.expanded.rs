fn read_spec(id: &str) -> ::envelope_runtime::Envelope {
    let mut __call = __private::call(
        &__private::Tool {
            name: "read_spec",
            file: "samples/expansion/tools.rs",
            package_version: ::core::option::Option::Some("0.1.0"),
        },
        __private::dialect::<::envelope_runtime::response_v2::ResponseV2>(),
    );
    let __outcome = __private::run(
        &mut __call,
        move || -> Result<Spec, ToolFailure> { look_up(id) },
    );
    __private::finish(
        __private::root(&__call),
        ::std::convert::identity(&mut __call),
        __private::type_of(),
        __outcome,
    )
}
