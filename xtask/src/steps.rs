//! Runs commands side by side, shows their output line by line, and sums up.

use crate::system;
use std::{
    fmt,
    io::{self, BufRead, BufReader, Write},
    process::{Command, Stdio},
    sync::mpsc::{self, Sender},
    thread,
    time::{Duration, Instant},
};

/// How many lines of a failed command are shown again.
const SHOWN: usize = 80;

/// A command, and the steps that have to pass before it can start.
pub struct Step {
    name: &'static str,
    needs: &'static [&'static str],
    pub command: Command,
    state: State,
    output: Vec<String>,
}

enum State {
    Waiting,
    Running(Instant),
    Passed(Duration),
    Failed(Duration, String),
}

/// What a step sends while it runs.
enum Message {
    Line(String),
    Ended(Result<(), String>),
}

impl Step {
    /// The name should be short: it stands in front of every line of output.
    pub fn new(name: &'static str, needs: &'static [&'static str], command: Command) -> Self {
        Self { name, needs, command, state: State::Waiting, output: Vec::new() }
    }
}

/// Runs the steps, at most `lanes` at a time, the first of the list first. When one fails, those that are running come
/// to their end and no other is started. The last lines printed have the time of each step, then `N passed, M failed`.
///
/// # Errors
/// A step fails or cannot start; the text has the name of the first in the list. Or a step needs one that is not there.
pub fn run(mut steps: Vec<Step>, lanes: usize, out: &mut impl Write) -> Result<(), String> {
    let clock = Instant::now();
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    let (sender, messages) = mpsc::channel();
    loop {
        while let Some(next) = ready(&steps, lanes) {
            let step = &mut steps[next];
            print(out, format_args!("{:width$} == {}", step.name, system::describe(&step.command)));
            step.state = State::Running(Instant::now());
            let command = std::mem::replace(&mut step.command, Command::new(""));
            let sender = sender.clone();
            thread::spawn(move || relay(next, command, &sender));
        }
        if !steps.iter().any(|step| matches!(step.state, State::Running(_))) {
            break;
        }
        let (sent_by, message) = messages.recv().expect("one sender is held here");
        let step = &mut steps[sent_by];
        match (message, &step.state) {
            (Message::Line(line), _) => {
                print(out, format_args!("{:width$} | {line}", step.name));
                step.output.push(line);
            }
            (Message::Ended(result), State::Running(start)) => {
                let time = start.elapsed();
                let verdict = if result.is_ok() { "passed" } else { "failed" };
                print(out, format_args!("{:width$} == {verdict}, {} s", step.name, time.as_secs()));
                step.state = result.map_or_else(|error| State::Failed(time, error), |()| State::Passed(time));
            }
            (Message::Ended(_), _) => unreachable!("a step ends once"),
        }
    }
    summary(&steps, width, lanes, clock.elapsed(), out)
}

/// The next step that can be started, if there is one.
fn ready(steps: &[Step], lanes: usize) -> Option<usize> {
    let running = steps.iter().filter(|step| matches!(step.state, State::Running(_))).count();
    if running == lanes || steps.iter().any(|step| matches!(step.state, State::Failed(..))) {
        return None;
    }
    let passed = |need: &&str| steps.iter().any(|step| step.name == *need && matches!(step.state, State::Passed(_)));
    steps.iter().position(|step| matches!(step.state, State::Waiting) && step.needs.iter().all(passed))
}

fn summary(steps: &[Step], width: usize, lanes: usize, whole: Duration, out: &mut impl Write) -> Result<(), String> {
    let mut result = Ok(());
    let (mut passed, mut failed) = (0, 0);
    for step in steps {
        if let State::Failed(_, error) = &step.state {
            failed += 1;
            result = result.and_then(|()| Err(format!("{}: {error}", step.name)));
            print(out, format_args!("\n== the end of the output of {}:", step.name));
            let skipped = step.output.len().saturating_sub(SHOWN);
            step.output[skipped..].iter().for_each(|line| print(out, format_args!("{line}")));
        }
    }
    print(out, format_args!(""));
    for step in steps {
        let name = step.name;
        match &step.state {
            State::Passed(time) => {
                passed += 1;
                print(out, format_args!("{name:width$} {:4} s", time.as_secs()));
            }
            State::Failed(time, _) => print(out, format_args!("{name:width$} {:4} s, failed", time.as_secs())),
            State::Waiting | State::Running(_) => print(out, format_args!("{name:width$} not run")),
        }
    }
    print(out, format_args!("{:width$} {:4} s, up to {lanes} steps at a time", "all", whole.as_secs()));
    print(out, format_args!("{passed} passed, {failed} failed"));
    if result.is_ok() && passed < steps.len() {
        return Err("some steps need steps that are not in the list".into());
    }
    result
}

/// Output that cannot be written is no reason to stop.
fn print(out: &mut impl Write, line: fmt::Arguments<'_>) {
    let _ = writeln!(out, "{line}");
}

/// Runs a command and sends its output, both streams in the order of writing.
fn relay(step: usize, command: Command, sender: &Sender<(usize, Message)>) {
    let name = system::describe(&command);
    // The receiver lives until all have ended.
    let send = |message| drop(sender.send((step, message)));
    let result = piped(command, |line| send(Message::Line(line)));
    let result = result.map_err(|error| format!("cannot run {name}: {error}"));
    send(Message::Ended(result.and_then(|success| if success { Ok(()) } else { Err(format!("{name} failed")) })));
}

/// Whether the command ends well.
fn piped(mut command: Command, mut line: impl FnMut(String)) -> io::Result<bool> {
    let (reader, writer) = io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // It holds the writing end, and reading would never come to an end.
    drop(command);
    for bytes in BufReader::new(reader).split(b'\n') {
        line(String::from_utf8_lossy(&bytes?).trim_end().to_owned());
    }
    Ok(child.wait()?.success())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn step(name: &'static str, needs: &'static [&'static str], script: &str) -> Step {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Step::new(name, needs, command)
    }

    /// The result and the printed lines.
    fn printed(steps: Vec<Step>, lanes: usize) -> (Result<(), String>, Vec<String>) {
        let mut out = Vec::new();
        let result = run(steps, lanes, &mut out);
        (result, String::from_utf8(out).unwrap().lines().map(str::to_owned).collect())
    }

    #[test]
    fn run_all_pass_last_line_counts_them() {
        let (result, lines) = printed(vec![step("a", &[], "echo one; echo two >&2"), step("b", &[], ":")], 1);
        assert_eq!(result, Ok(()));
        assert_eq!(lines.last().unwrap(), "2 passed, 0 failed");
        let output: Vec<_> = lines.iter().filter(|line| line.starts_with("a | ")).collect();
        assert_eq!(output, ["a | one", "a | two"]);
    }

    #[test]
    fn run_step_with_needs_starts_after_them() {
        let (result, lines) = printed(vec![step("late", &["early"], ":"), step("early", &[], ":")], 2);
        assert_eq!(result, Ok(()));
        let at = |start| lines.iter().position(|line| line.starts_with(start)).unwrap();
        assert!(at("early == passed") < at("late  == `sh"));
    }

    /// Each waits for a file of the other, so they only end if they run at the same time.
    #[test]
    fn run_two_lanes_run_side_by_side() {
        let folder = std::env::temp_dir().join(format!("xtask-steps-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let meet = |mine: &str, other: &str| {
            let (mine, other) = (folder.join(mine), folder.join(other));
            format!("touch '{}'; until [ -e '{}' ]; do sleep 0.01; done", mine.display(), other.display())
        };
        let (result, _) = printed(vec![step("a", &[], &meet("a", "b")), step("b", &[], &meet("b", "a"))], 2);
        assert_eq!(result, Ok(()));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn run_failure_is_shown_and_stops_the_rest() {
        let steps = vec![step("a", &[], ":"), step("b", &[], "echo why; exit 3"), step("c", &[], ":")];
        let (result, lines) = printed(steps, 1);
        assert!(result.unwrap_err().starts_with("b: "));
        assert_eq!(lines.last().unwrap(), "1 passed, 1 failed");
        assert!(lines.contains(&"why".into()) && lines.contains(&"c not run".into()), "{lines:?}");
    }

    #[test]
    fn run_program_that_does_not_exist_is_an_error() {
        let command = Command::new("/nowhere/at/all");
        let (result, _) = printed(vec![Step::new("a", &[], command)], 1);
        assert!(result.unwrap_err().starts_with("a: cannot run `all`"));
    }

    #[test]
    fn run_need_that_is_not_in_the_list_is_an_error() {
        assert!(printed(vec![step("a", &["b"], ":")], 1).0.is_err());
    }
}
