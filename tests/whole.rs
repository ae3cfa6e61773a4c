//! Which form of a law is tried: the short one, which proves it at every change, or the whole one of `tests/whole`.

use std::env;

/// `short` of something, or `whole` of it where `tests/whole` asks for that, or a page is written anew.
pub(crate) fn whole_or<T>(whole: T, short: T) -> T {
    if is_whole() { whole } else { short }
}

/// Whether the whole form is asked for.
pub(crate) fn is_whole() -> bool {
    ["MENACE_WHOLE", "MENACE_BLESS"]
        .iter()
        .any(|name| env::var_os(name).is_some())
}
