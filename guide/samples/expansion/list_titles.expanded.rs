#[allow(clippy::double_must_use, clippy::must_use_candidate, clippy::result_large_err)]
async fn list_titles(job: Job) -> ::envelope_runtime::Envelope {
    let mut __call = __private::call(
            "list_titles",
            __private::dialect::<::envelope_runtime::response_v2::ResponseV2>()
                .telemetry(),
        )
        .request_id(&job.id);
    if let ::std::result::Result::Err(__refused) = __private::accepted(
        &[__private::names::<::envelope_runtime::response_v2::ResponseV2>()],
    ) {
        return ::envelope_runtime::Output::from_envelope(__refused);
    }
    let __outcome = __private::traced(
            &mut __call,
            async move {
                if let ::std::option::Option::Some(__outcome) = ::std::option::Option::None::<
                    Result<Reply<Vec<String>>, ToolFailure>,
                > {
                    return __outcome;
                }
                { Ok(Reply::new(job.titles).warning("The index is 2 hours old")) }
            },
        )
        .await;
    let __place = __private::Keys(["titles"]);
    __private::finish(
        ::std::convert::identity(__place),
        ::std::convert::identity(&mut __call),
        __private::type_of(),
        __outcome,
    )
}
