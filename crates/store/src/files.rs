//! Reading, writing, locking and setting aside single files.

use std::{
    ffi::OsString,
    fmt,
    fs::{self, File, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Writes a text atomically: a reader finds the old text or the new one, even after a crash. Two writers of one file need
/// a lock.
///
/// # Errors
///
/// If the file or the temporary file next to it cannot be written; the old text is still there then.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// As [`write_whole`], for binary or large content.
///
/// # Errors
///
/// As [`write_whole`], and whatever `write` returns.
pub fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let temporary = with_ending(path, ".new");
    let mut file = File::create(&temporary)?;
    write(&mut file)?;
    file.sync_data()?;
    drop(file);
    fs::rename(&temporary, path)
}

/// Writes a file that does not exist yet. For exports: a name typed by a user may be that of another file.
///
/// # Errors
///
/// If the file exists or cannot be written.
pub fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
    if written.is_err() {
        // It is ours: half a file is worse than none.
        let _ = fs::remove_file(path);
    }
    written
}

/// Writes a file next to others of its name: `name.ext`, or `name-2.ext` and so on if that exists. Returns its path.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_free(folder: &Path, name: &str, extension: &str, text: &str) -> io::Result<PathBuf> {
    for number in 1..10_000 {
        let path = numbered(folder, name, number, extension);
        match write_new(&path, text) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            written => return written.map(|()| path),
        }
    }
    Err(io::Error::other(format!("there are too many files named {name}")))
}

/// The path of one of several files of a name: `name.ext`, `name-2.ext` and so on.
pub(crate) fn numbered(folder: &Path, name: &str, number: u32, extension: &str) -> PathBuf {
    folder.join(if number == 1 { format!("{name}.{extension}") } else { format!("{name}-{number}.{extension}") })
}

/// Why a file could not be read as text.
#[derive(Debug)]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// The cause.
    pub kind: ReadErrorKind,
}

/// The cause of a [`ReadError`].
#[derive(Debug)]
pub enum ReadErrorKind {
    /// There is no such file.
    Missing,
    /// The file has more bytes than this.
    TooLong(usize),
    /// The file is not UTF-8.
    NotText,
    /// The file may be intact but cannot be read now.
    Io(io::Error),
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::TooLong(max) => write!(f, "it has more than {max} bytes"),
            Self::NotText => f.write_str("it is no text"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, kind } = self;
        match kind {
            ReadErrorKind::Missing | ReadErrorKind::Io(_) => write!(f, "cannot read {}: {kind}", path.display()),
            ReadErrorKind::TooLong(_) | ReadErrorKind::NotText => write!(f, "{}: {kind}", path.display()),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// The text of a file of at most `max` bytes.
///
/// # Errors
///
/// [`ReadError`] if the file is missing, too long, not UTF-8, or cannot be read.
pub fn read_text(path: &Path, max: usize) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    let kind = match File::open(path).and_then(|file| file.take(max as u64 + 1).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => ReadErrorKind::Missing,
        Err(error) => ReadErrorKind::Io(error),
        Ok(_) if bytes.len() > max => ReadErrorKind::TooLong(max),
        Ok(_) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => ReadErrorKind::NotText,
        },
    };
    Err(ReadError { path: path.into(), kind })
}

/// Renames a damaged file to `name.damaged-1`, or the next free number. Never overwrites: a hard link refuses a name that
/// is taken, a rename would not.
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

/// The lock on a file name; `None` if another process holds it. It is released when the file is closed, at the latest
/// when the process ends.
pub(crate) fn lock(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = File::options().create(true).append(true).open(path)?;
        match file.try_lock() {
            // Its last holder may have removed the file after it was opened here; then the name has no lock yet.
            Ok(()) if is_removed(&file, path) => {}
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => return Ok(None),
            // On a file system without locks, saving without one is better than not saving.
            Err(TryLockError::Error(_)) => return Ok(Some(file)),
        }
    }
}

/// Removes the file of a lock that the caller holds, where that is safe: [`lock`] has to notice it.
pub(crate) fn remove_lock(path: &Path) {
    if cfg!(unix) {
        // A lock file that stays does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Whether the path no longer leads to this open file.
#[cfg(unix)]
fn is_removed(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => id(ours) != id(there),
        _ => true,
    }
}

#[cfg(not(unix))]
fn is_removed(_: &File, _: &Path) -> bool {
    false
}

/// As [`lock`], but waits. For locks that are held for moments only.
pub(crate) fn wait_for_lock(path: &Path) -> io::Result<File> {
    let file = File::options().create(true).append(true).open(path)?;
    // On a file system without locks, as in `lock`.
    let _ = file.lock();
    Ok(file)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(ending);
    name.into()
}
