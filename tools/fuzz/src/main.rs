//! Tries the law that the variable `MENACE_LAW` names on bytes that reach new code.

#![no_main]

use std::sync::LazyLock;

use menace_fuzz::LAWS;

static LAW: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("MENACE_LAW").unwrap_or_default();
    let law = LAWS.iter().find(|(of, _)| *of == name);
    law.expect("MENACE_LAW is the name of a law").1
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| LAW(bytes));
