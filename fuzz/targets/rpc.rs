//! Any lines to the rpc: answers are JSON, errors are one line, and nothing ends it but `quit` and the end of input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_rpc::{Server, serve};

fuzz_target!(|input: &[u8]| {
    let mut output = Vec::new();
    serve(&mut Server::new(|| 1), input, &mut output).expect("memory takes every answer");
    for line in output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: serde_json::Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert!(answer.get("result").is_some() ^ answer.get("error").is_some());
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(!message.contains('\n'), "one line: {message}");
    }
});
