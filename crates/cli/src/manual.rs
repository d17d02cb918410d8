//! `tilewright completions` and `tilewright man`, generated from the argument definitions.

use crate::{Arguments, Failure};
use clap_complete::Shell;
use clap_mangen::Man;
use std::{fs, io::Write, path::Path};

pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> Result<(), Failure> {
    // The generator panics if it cannot write; writing to memory cannot fail.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::definition(), "tilewright", &mut text);
    Ok(out.write_all(&text)?)
}

pub(crate) fn man(dir: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let mut command = Arguments::definition();
    command.build();
    let Some(dir) = dir else { return Ok(Man::new(command).render(out)?) };
    if !dir.is_dir() {
        return Err(format!("{} is no directory; make it first, or name another", dir.display()).into());
    }
    pages(command, dir, out)
}

/// Writes a page for a command and for each of its subcommands.
fn pages(command: clap::Command, dir: &Path, out: &mut impl Write) -> Result<(), Failure> {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        pages(below.clone(), dir, out)?;
    }
    let man = Man::new(command);
    let path = dir.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)?;
    fs::write(&path, page).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(writeln!(out, "{}", path.display())?)
}
