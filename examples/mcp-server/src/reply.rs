//! What the inspector found, as replies with their metadata.

use std::num::NonZeroU64;

use envelope_runtime::response_v2::{ContentFidelity, Pagination, Reply};
use envelope_runtime::{Warning, WarningCode};
use workspace_inspector::{Dropped, Limit, Page, Scanned, Unparsed};

/// A page of items, with what a client needs for the next one.
pub(crate) fn reply<T>(page: Page<T>, page_size: usize) -> Reply<Vec<T>> {
    let total_count = page.total_count;
    reply_of(page, page_size, Some(total_count))
}

/// [`reply`] for what was found in source, with what was left out. Then, nobody knows how many items there are.
pub(crate) fn scanned<T>(found: Scanned<T>, page_size: usize) -> Reply<Vec<T>> {
    let Scanned { page, unparsed, unparsed_count, dropped } = found;
    let total_count = dropped.is_none().then_some(page.total_count);
    left_out(reply_of(page, page_size, total_count), &unparsed, unparsed_count, dropped)
}

fn reply_of<T>(page: Page<T>, page_size: usize, total_count: Option<usize>) -> Reply<Vec<T>> {
    let pagination = page.next_cursor.map_or_else(Pagination::end, Pagination::next);
    let pagination = pagination.page_size(NonZeroU64::new(page_size as u64));
    let pagination = match total_count {
        Some(count) => pagination.total_count(count as u64),
        None => pagination,
    };
    let mut reply = Reply::new(page.items).pagination(pagination);
    if let Some(first) = page.left_out.first() {
        let message = format!(
            "Members of the workspace were left out, such as {first}: they are outside of the folder, or behind a link"
        );
        let warning = Warning::new(WarningCode::PartialFailure, message);
        reply = reply.warning_detail(warning.context("members", page.left_out));
    }
    if page.cut_by_size {
        let message = "The page was cut for its size; its cursor goes on where it ends";
        reply.warning_detail(Warning::new(WarningCode::ContentTruncated, message))
    } else {
        reply
    }
}

/// The reply with warnings about the files that could not be looked into, and about those that there is too much source for.
pub(crate) fn left_out<T>(
    mut reply: Reply<T>,
    unparsed: &[Unparsed],
    unparsed_count: usize,
    dropped: Option<Dropped>,
) -> Reply<T> {
    if let Some(Dropped { files, count, limit }) = dropped {
        let advice = match limit {
            Limit::Time => "A retry reads more only if the machine was busy",
            _ => "A retry reads no more",
        };
        let message = format!(
            "There is more source than one call reads: {count} files were left out, the first of which are in meta.dropped_content_ids. {advice}; read them yourself"
        );
        let warning = Warning::new(WarningCode::ContentTruncated, message)
            .context("dropped_count", count)
            .context("reason", limit.as_str());
        reply = reply
            .content_fidelity(ContentFidelity::Partial)
            .dropped_content_ids(files)
            .warning_detail(warning);
    }
    if let Some(first) = unparsed.first() {
        let message =
            format!("{unparsed_count} files could not be looked into, such as {}", first.file);
        let files: Vec<_> = unparsed.iter().map(|unparsed| unparsed.file.as_str()).collect();
        let warning = Warning::new(WarningCode::PartialFailure, message).context("files", files);
        reply = reply.warning_detail(warning);
    }
    reply
}
