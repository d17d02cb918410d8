//! The binary `tilewright`: parses arguments, calls the libraries and prints.

#![forbid(unsafe_code)]

mod analyze;
mod arena;
mod arguments;
mod interrupt;
mod lab;
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
mod train;

use arguments::{Arguments, Command};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    process::ExitCode,
};

fn main() -> ExitCode {
    match run(Arguments::read()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe: `tilewright games | head -1` is no error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => fail(&format!("cannot write: {error}")),
        Err(Failure::Message(message)) => fail(&message),
        // As a shell reports a process that a signal ended. The game is saved.
        Err(Failure::Signal(number)) => ExitCode::from(128 + number),
        Err(Failure::Interrupted(message)) => {
            fail(&message);
            ExitCode::from(interrupt::CODE)
        }
    }
}

fn fail(message: &str) -> ExitCode {
    // If standard error is closed, the exit code has to do.
    let _ = writeln!(io::stderr(), "tilewright: {message}");
    ExitCode::FAILURE
}

/// Why a command failed.
enum Failure {
    /// One line for the user.
    Message(String),
    /// The command was interrupted; the text says what became of the work so far.
    Interrupted(String),
    /// A signal with this number ended a screen.
    Signal(u8),
    /// Standard output cannot be written.
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
            print(command, &mut out)?;
            Ok(out.flush()?)
        }
    }
}

/// The commands that print something and end.
fn print(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Games => Ok(tilewright_tui::plain::games(&mut tilewright_tui::plain::Output::new(out))?),
        Command::Export { file } => play::export(&file, out),
        Command::Import { file } => play::import(&file, out),
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
        Command::Lab(command) => lab::run(command, out),
        Command::Solve(arguments) => solve::run(&arguments, out),
        Command::Train(arguments) => train::run(&arguments, out),
        Command::Signature => Ok(writeln!(out, "{:016x}", tilewright_players::signature())?),
        Command::Replay(command) => replay::run(command, out),
        Command::Completions { shell } => manual::completions(shell, out),
        Command::Man { dir } => manual::man(dir.as_deref(), out),
        Command::Play(_) | Command::Daily(_) => unreachable!("these were handled"),
    }
}

/// Random seeds for games without one: the standard library seeds its hashers at random.
fn entropy() -> impl FnMut() -> u64 {
    || RandomState::new().build_hasher().finish()
}
