#![no_main]
#![expect(missing_docs, reason = "the law has the documentation")]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| menace_fuzz::player(bytes));
