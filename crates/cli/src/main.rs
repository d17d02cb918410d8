//! The binary: what was asked for is read here and done elsewhere.

#![forbid(unsafe_code)]

mod analyze;
mod arena;
mod arguments;
mod interrupt;
mod manual;
mod meter;
mod names;
mod perft;
mod play;
mod replay;
mod report;
mod serve;
mod solve;
mod source;

use arguments::{Arguments, Command};
use clap::Parser;
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    process::ExitCode,
};

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has seen enough: `tilewright games | head -1` is no error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => fail(&format!("cannot write: {error}")),
        Err(Failure::Message(message)) => fail(&message),
        Err(Failure::Interrupted(message)) => {
            fail(&message);
            ExitCode::from(interrupt::CODE)
        }
    }
}

fn fail(message: &str) -> ExitCode {
    // Where not even that can be said, the exit code has to do.
    let _ = writeln!(io::stderr(), "tilewright: {message}");
    ExitCode::FAILURE
}

/// Why a command did not do what was asked.
enum Failure {
    /// One line for whoever asked.
    Message(String),
    /// We were told to stop; what became of the work so far.
    Interrupted(String),
    /// Nobody takes our output.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let plain = arguments.plain;
    match arguments.command {
        None => play::menu(plain),
        Some(Command::Play(arguments)) => play::play(&arguments, plain),
        Some(Command::Daily(arguments)) => play::daily(&arguments, plain),
        Some(Command::Replay(replay::Command::Play { file })) => play::replay(&file, plain),
        Some(command) => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            told(command, &mut out)?;
            Ok(out.flush()?)
        }
    }
}

/// The commands that tell something and are done.
fn told(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Games => Ok(tilewright_tui::plain::games(out)?),
        Command::Stats { preset } => play::stats(preset.as_deref(), out),
        Command::Rpc => {
            let mut server = tilewright_rpc::Server::new(entropy());
            let served = tilewright_rpc::serve(&mut server, io::stdin().lock(), out);
            Ok(served.map_err(|error| format!("rpc: {error}"))?)
        }
        Command::Serve(arguments) => serve::run(&arguments, out),
        Command::Perft(arguments) => perft::run(&arguments, out),
        Command::Analyze(arguments) => analyze::run(&arguments, out),
        Command::Arena(arguments) => arena::run(&arguments, out),
        Command::Solve(arguments) => solve::run(&arguments, out),
        Command::Signature => Ok(writeln!(out, "{:016x}", tilewright_players::signature())?),
        Command::Replay(command) => replay::run(command, out),
        Command::Completions { shell } => manual::completions(shell, out),
        Command::Man { dir } => manual::man(dir.as_deref(), out),
        Command::Play(_) | Command::Daily(_) => unreachable!("these were handled"),
    }
}

/// Seeds for games that were given none: the standard library's hashers start at random.
fn entropy() -> impl FnMut() -> u64 {
    || RandomState::new().build_hasher().finish()
}
