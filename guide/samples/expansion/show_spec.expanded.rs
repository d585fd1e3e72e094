fn show_spec(id: &str) -> ::envelope_runtime::Envelope {
    let mut __call = __private::call(
        "show_spec",
        __private::dialect::<::envelope_runtime::dotbot::Dotbot>(),
    );
    __private::Running::origin(
        &mut __call,
        &__private::Origin {
            file: "samples/expansion/tools.rs",
            package_version: ::core::option::Option::Some("0.1.0"),
        },
    );
    let __outcome = __private::run(
        &mut __call,
        move || -> Result<Spec, ToolFailure> { look_up(id) },
    );
    let __outcome = __private::open(__outcome);
    let mut __call = __private::read(
        __call,
        &__outcome,
        |dialect, text| dialect.summary(text),
        |#[allow(unused_variables)] data| ::alloc::__export::must_use({
            ::alloc::fmt::format(format_args!("Found {0}.", data.title))
        }),
    );
    __private::finish(
        __private::root(&__call),
        ::std::convert::identity(&mut __call),
        __private::type_of(),
        __outcome,
    )
}
