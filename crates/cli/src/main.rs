//! The one binary: argument parsing and glue, nothing else.

#![forbid(unsafe_code)]

mod analyze;
mod arena;
mod perft;
mod replay;
mod solve;
mod source;
mod stats;
mod text;
mod welcome;

use clap::{Parser, Subcommand};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};
use tilewright_rpc::{Server, serve};

/// Number-merging tile puzzles: one engine, many games.
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Examples:
  tilewright games
  tilewright perft classic-2048 --depth 2
  tilewright replay verify game.replay
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"new\",\"params\":{\"preset\":\"hex-2048\"}}' | tilewright rpc"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List the games
    Games,
    /// Talk to programs: JSON-RPC 2.0 on standard input and output
    Rpc,
    /// Count the lines of play to an exact depth
    Perft(perft::Arguments),
    /// Ask a player what it thinks of a position
    Analyze(analyze::Arguments),
    /// One number for all that the players choose: the same before and after a change of speed alone
    Signature,
    /// Let players play the same games and compare them
    Arena(arena::Arguments),
    /// Solve a small board: the best that any player can do
    Solve(solve::Arguments),
    /// Check or show the record of a game
    #[command(subcommand)]
    Replay(ReplayCommand),
}

#[derive(Subcommand)]
enum ReplayCommand {
    /// Play the record again and say whether it holds
    Verify {
        /// The replay's file
        file: PathBuf,
    },
    /// Tell the game turn by turn
    Show {
        /// The replay's file
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(Arguments::parse().command, &mut out).and_then(|()| out.flush().map_err(Failure::Output));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has seen enough: `tilewright games | head -1` is no error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => fail(&format!("cannot write: {error}")),
        Err(Failure::Message(message)) => fail(&message),
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("tilewright: {message}");
    ExitCode::FAILURE
}

/// Why a command did not do what was asked.
enum Failure {
    /// One line for whoever asked.
    Message(String),
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

fn run(command: Option<Command>, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        None => Ok(welcome::welcome(out)?),
        Some(Command::Games) => Ok(welcome::games(out)?),
        Some(Command::Rpc) => {
            let served = serve(&mut Server::new(entropy()), io::stdin().lock(), out);
            Ok(served.map_err(|error| format!("rpc: {error}"))?)
        }
        Some(Command::Perft(arguments)) => perft::run(&arguments, out),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, out),
        Some(Command::Signature) => Ok(writeln!(out, "{:016x}", tilewright_players::signature())?),
        Some(Command::Arena(arguments)) => arena::run(&arguments, out),
        Some(Command::Solve(arguments)) => solve::run(&arguments, out),
        Some(Command::Replay(ReplayCommand::Verify { file })) => replay::verify(&file, out),
        Some(Command::Replay(ReplayCommand::Show { file })) => replay::show(&file, out),
    }
}

/// Seeds for games that were given none: the standard library's hashers start at random.
fn entropy() -> impl FnMut() -> u64 {
    || RandomState::new().build_hasher().finish()
}
