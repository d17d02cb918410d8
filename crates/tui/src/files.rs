//! Files that survive: written whole or not at all, never longer than expected when read, set aside when damaged.

use std::{
    ffi::OsString,
    fs::{self, File, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Writes a file so that whoever reads it finds the old text or the new one, whatever happens in between. Only one at a
/// time may write it; locks see to that.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// The same for what is no text, or too much for one.
pub fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let temporary = with_ending(path, ".new");
    let mut file = File::create(&temporary)?;
    write(&mut file)?;
    file.sync_data()?;
    drop(file);
    fs::rename(&temporary, path)
}

/// What reading a file came to.
pub(crate) enum Found {
    /// There is no such file.
    Nothing,
    /// Its text.
    Text(String),
    /// It is there but no text of ours, in half a sentence.
    Damaged(String),
    /// It may be all right, but it cannot be read.
    Closed(io::Error),
}

/// Reads a file of at most so many bytes.
pub(crate) fn read(path: &Path, most: usize) -> Found {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Nothing,
        Err(error) => Found::Closed(error),
        Ok(_) if bytes.len() > most => Found::Damaged(format!("it has more than {most} bytes")),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) => Found::Text(text),
            Err(_) => Found::Damaged("it is no text".into()),
        },
    }
}

/// The text of a file that somebody named, of at most so many bytes, or what is wrong with it.
pub fn read_text(path: &Path, most: usize) -> Result<String, String> {
    let name = path.display();
    match read(path, most) {
        Found::Text(text) => Ok(text),
        Found::Nothing => Err(format!("cannot read {name}: there is no such file")),
        Found::Damaged(says) => Err(format!("{name}: {says}")),
        Found::Closed(error) => Err(format!("cannot read {name}: {error}")),
    }
}

/// Renames a damaged file to `name.damaged-1`, or the next number that is free. Nothing is ever overwritten: a link
/// refuses a name that is taken, a rename would not.
pub(crate) fn set_aside(path: &Path) -> io::Result<PathBuf> {
    for number in 1..10_000 {
        let aside = with_ending(path, &format!(".damaged-{number}"));
        match fs::hard_link(path, &aside) {
            Ok(()) => return fs::remove_file(path).map(|()| aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Not every file system has links.
            Err(_) if !aside.try_exists()? => return fs::rename(path, &aside).map(|()| aside),
            Err(_) => {}
        }
    }
    Err(io::Error::other("too many damaged files stand there already"))
}

/// The lock on a name; none where another process holds it. It ends with the file, so with the process at the latest.
pub(crate) fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().create(true).append(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        // A file system without locks: better unlocked than not at all.
        Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// The same, waiting for it. Held for moments only.
pub(crate) fn wait_for_lock(path: &Path) -> io::Result<File> {
    let file = File::options().create(true).append(true).open(path)?;
    // As above.
    let _ = file.lock();
    Ok(file)
}

pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(ending);
    name.into()
}

/// Writes a file that is not there yet: whoever names a file by hand may have named the wrong one.
pub(crate) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}
