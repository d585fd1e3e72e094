fn read_spec(id: &str) -> ::envelope_runtime::Envelope {
    let mut __call = __private::call(
        "read_spec",
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
