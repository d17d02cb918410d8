//! Lines to the rpc: answers are JSON, errors are one line, and only `quit` and the end of input end it.

use super::one_line;
use tilewright_rpc::{Server, serve};

pub fn check(bytes: &[u8]) {
    let mut output = Vec::new();
    serve(&mut Server::new(|| 1), bytes, &mut output).expect("memory takes every answer");
    for line in output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: serde_json::Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert!(answer.get("result").is_some() ^ answer.get("error").is_some());
        if let Some(error) = answer.get("error") {
            one_line(error["message"].as_str().expect("an error has a message"));
        }
    }
}
