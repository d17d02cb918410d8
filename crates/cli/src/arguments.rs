//! The command line: arguments and their help.

use crate::{analyze, arena, lab, names, perft, play, replay, serve, solve, train};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// Number-merging tile puzzles: play them, ask players, save and verify games, design variants.
///
/// Without a command the arcade opens: a menu of all games. Without a terminal, or with --plain, it prints
/// lines instead; without any input, a player plays a short game in lines.
#[derive(Parser)]
#[command(
    name = "tilewright",
    version,
    after_help = "Examples:
  tilewright                              the arcade
  tilewright play hex-2048                one game, resumed where it was left
  tilewright play classic-2048 --seed 42  the game of that seed
  tilewright play merge3 --player greedy  watch a player
  tilewright daily                        today's challenge, the same for everybody
  tilewright replay show game.replay      a game, turn by turn

Files are kept in TILEWRIGHT_HOME, else XDG_DATA_HOME/tilewright, else ~/.local/share/tilewright.
NO_COLOR is honoured."
)]
pub(crate) struct Arguments {
    /// Say everything in lines: for screen readers, dumb terminals and scripts
    #[arg(long, global = true)]
    pub(crate) plain: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Arguments {
    /// The arguments of this process. Prints help or an error and exits where that is asked for or wrong.
    pub(crate) fn read() -> Self {
        let matches = Self::definition().get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// What can be typed. A command that this build cannot carry out is not listed.
    pub(crate) fn definition() -> clap::Command {
        Self::command().mut_subcommand("serve", |command| command.hide(!serve::is_available()))
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game, or go on with it
    Play(play::Arguments),
    /// Play the challenge of the day: the date gives the game and its seed
    Daily(play::DailyArguments),
    /// List the games
    Games,
    /// Show what you have played and the results
    #[command(after_help = "Examples:
  tilewright stats
  tilewright stats classic-2048")]
    Stats {
        /// One game, with its last results
        #[arg(value_parser = names::presets())]
        preset: Option<String>,
    },
    /// Write everything you have into one file, which this program and the pages read
    #[command(after_help = "Examples:
  tilewright export arcade.json
  tilewright export - > arcade.json")]
    Export {
        /// The file, which must not exist yet, or - for standard output
        file: PathBuf,
    },
    /// Add what is in such a file, also one of a browser, and is not here
    #[command(after_help = "Example:
  tilewright import arcade.json")]
    Import {
        /// The file
        file: PathBuf,
    },
    /// Verify, print, watch or continue a replay
    #[command(subcommand)]
    Replay(replay::Command),
    /// Talk to programs: JSON-RPC 2.0 on standard input and output
    #[command(after_help = "Example:
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"new\",\"params\":{\"preset\":\"hex-2048\"}}' | tilewright rpc")]
    Rpc,
    /// Serve the arcade to browsers
    Serve(serve::Arguments),
    /// Ask a player what it thinks of a position
    Analyze(analyze::Arguments),
    /// Let players play the same games and compare them
    Arena(arena::Arguments),
    /// Vary rules and measure what becomes of the game
    #[command(subcommand)]
    Lab(lab::Command),
    /// Solve a small board: the best that any player can do
    Solve(solve::Arguments),
    /// Learn values of a game's boards, for the player `learned`
    Train(train::Arguments),
    /// One number for all that the players choose: the same before and after a change of speed alone
    Signature,
    /// Count the lines of play to an exact depth
    Perft(perft::Arguments),
    /// Write a script that completes commands in a shell
    #[command(after_help = "Examples:
  tilewright completions bash > ~/.local/share/bash-completion/completions/tilewright
  tilewright completions zsh > ~/.zfunc/_tilewright
  tilewright completions fish > ~/.config/fish/completions/tilewright.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual page
    #[command(after_help = "Examples:
  tilewright man | man -l -
  tilewright man --dir ~/.local/share/man/man1")]
    Man {
        /// Write a page for each command into this directory instead
        #[arg(long)]
        dir: Option<PathBuf>,
    },
}
