//! Any lines to the rpc: every one is answered, and nothing ends it but `quit`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_rpc::{Server, serve};

fuzz_target!(|input: &[u8]| {
    let mut output = Vec::new();
    serve(&mut Server::new(|| 1), input, &mut output).expect("memory takes every answer");
    for line in output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: serde_json::Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert!(answer.get("result").is_some() ^ answer.get("error").is_some());
    }
});
