//! `tw.lab`: experiments, run in this process or shard by shard elsewhere.

use crate::errors::Kind;
use pyo3::{prelude::*, types::PyBytes};
use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tilewright_lab::{
    experiment::{Control, Directory, Experiment as Inner, Progress, Shard, Work, Worker},
    report,
};

/// An experiment file that was read and checked.
///
/// >>> import tilewright as tw
/// >>> text = 'format = "tilewright-experiment 1"\nbase = "merge3"\ngames = 10\nplayers = ["random", "greedy"]'
/// >>> experiment = tw.lab.Experiment(text)
/// >>> experiment.total, len(experiment.shards)
/// (20, 2)
#[pyclass(module = "tilewright.lab", frozen)]
pub(crate) struct Experiment {
    inner: Inner,
    shards: Vec<Shard>,
}

impl Experiment {
    fn shard(&self, index: usize) -> PyResult<&Shard> {
        let message = || Kind::Error.with(format!("there is no shard {index}; there are {}", self.shards.len()));
        self.shards.get(index).ok_or_else(message)
    }
}

fn error(message: impl std::fmt::Display) -> PyErr {
    Kind::Error.with(message)
}

#[pymethods]
impl Experiment {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let inner = Inner::parse(text).map_err(error)?;
        let shards = inner.shards();
        Ok(Self { inner, shards })
    }

    /// What it is about.
    #[getter]
    fn title(&self) -> &str {
        &self.inner.title
    }

    /// Games of all variants and players.
    #[getter]
    fn total(&self) -> u64 {
        self.inner.total()
    }

    /// The names of the shards, which are those of their files.
    #[getter]
    fn shards(&self) -> Vec<String> {
        self.shards.iter().map(Shard::to_string).collect()
    }

    /// Games of each shard; 0 for probes, whose games are played again.
    #[getter]
    fn games(&self) -> Vec<u64> {
        let games = |shard: &Shard| match shard.work {
            Work::Games(_) => self.inner.shard_games(shard).count() as u64,
            Work::Probes => 0,
        };
        self.shards.iter().map(games).collect()
    }

    /// The file's text.
    #[getter]
    fn text(&self) -> &str {
        &self.inner.source
    }

    /// The file of a shard (Parquet). It depends on nothing but the experiment, except for CPU times.
    fn run_shard<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyBytes>> {
        let shard = self.shard(index)?;
        let bytes = py.detach(|| {
            let tables = self.inner.tables()?;
            let ran = Worker::new(&self.inner, &tables).run(shard, &AtomicBool::new(false), &AtomicU64::new(0));
            let rows = ran.map_err(|error| error.to_string())?;
            Ok::<_, String>(self.inner.encode(shard, &rows))
        });
        Ok(PyBytes::new(py, &bytes.map_err(error)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (py.get_type::<Self>(), (self.inner.source.clone(),))
    }
}

/// The directory of an experiment's results. While it exists no other run can use the directory.
#[pyclass(module = "tilewright.lab", frozen)]
pub(crate) struct Results {
    directory: Directory,
    experiment: Py<Experiment>,
}

#[pymethods]
impl Results {
    /// Creates the directory, or goes on with the one that was begun.
    #[new]
    fn new(out: PathBuf, experiment: Py<Experiment>) -> PyResult<Self> {
        let directory = Directory::create(&out, &experiment.get().inner).map_err(error)?;
        Ok(Self { directory, experiment })
    }

    /// The shards that are not there yet, or are damaged.
    fn missing(&self, py: Python<'_>) -> Vec<usize> {
        let experiment = self.experiment.get();
        py.detach(|| {
            let is_open = |shard: &Shard| self.directory.rows(&experiment.inner, shard).is_none();
            (0..experiment.shards.len()).filter(|index| is_open(&experiment.shards[*index])).collect()
        })
    }

    /// Saves the file of a shard; refuses what is not this shard, or is damaged.
    fn save(&self, py: Python<'_>, index: usize, data: Vec<u8>) -> PyResult<()> {
        let experiment = self.experiment.get();
        let shard = experiment.shard(index)?;
        py.detach(|| {
            let decoded = experiment.inner.decode(shard, data.clone());
            decoded.map_err(|_| format!("this is not the file of shard {shard}, or it is damaged"))?;
            self.directory.save(shard, &data).map_err(|error| error.to_string())
        })
        .map_err(error)
    }

    /// Runs what is missing on threads of this process. The callback gets the games done, all games, and the seconds
    /// left or None, several times a second. An exception of the callback, Ctrl-C included,
    /// ends the run and is raised; finished shards are kept.
    #[pyo3(signature = (threads, callback = None))]
    fn run(&self, py: Python<'_>, threads: usize, callback: Option<Py<PyAny>>) -> PyResult<()> {
        if !(1..=256).contains(&threads) {
            return Err(error("threads are 1 to 256"));
        }
        let experiment = self.experiment.get();
        let tables = experiment.inner.tables().map_err(error)?;
        let (stop, raised) = (AtomicBool::new(false), Mutex::new(None));
        let mut progress = |Progress { done, all, left }: Progress| {
            let result = Python::attach(|py| {
                py.check_signals()?;
                let left = left.map(|left| left.as_secs_f64());
                callback.as_ref().map_or(Ok(()), |callback| callback.call1(py, (done, all, left)).map(drop))
            });
            if let Err(error) = result {
                stop.store(true, Ordering::Relaxed);
                raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        };
        let ran = py.detach(|| {
            let control = Control { threads, stop: &stop, tables: &tables, progress: &mut progress };
            self.directory.run(&experiment.inner, control).map_err(|error| error.to_string())
        });
        match raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => ran.map_err(error),
        }
    }

    /// Writes summary.json and report.html, and returns the verdict and the table as text.
    fn report(&self, py: Python<'_>, command: &str) -> PyResult<String> {
        let experiment = &self.experiment.get().inner;
        py.detach(|| {
            let analysis = report::write(&self.directory, experiment, command)?;
            Ok::<_, String>(report::lines(experiment, &analysis))
        })
        .map_err(error)
    }
}
