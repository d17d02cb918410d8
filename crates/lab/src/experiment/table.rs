//! Rows as Parquet files, with a checksum over the whole file.
//!
//! The checksum stands in the file's own metadata, under [`SUM`]: 16 hexadecimal digits, computed with zeros in their
//! place. A file is parsed only if it is as it was written, so the Parquet reader never sees a damaged one.

use super::{End, Experiment, GameRow, ProbeRow, Rows, Shard, Training, Work, value_text};
use parquet::{
    basic::{Compression, ZstdLevel},
    column::{reader::get_typed_column_reader, writer::ColumnWriter},
    data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties},
        reader::{FileReader, RowGroupReader, SerializedFileReader},
        writer::SerializedFileWriter,
    },
    schema::parser::parse_message_type,
};
use serde_json::Value;
use std::{fmt, sync::Arc};
use tilewright_core::fnv1a;

/// The key of the checksum.
const SUM: &str = "tilewright_sum";
/// The key of what the file is part of: the experiment's id and the shard's name.
const PART: &str = "tilewright_part";
/// The key of a player's training: its turns and CPU time in microseconds.
const TRAINING: &str = "tilewright_training";

/// A shard's file that is not as it was written, or is another shard's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file is damaged, or of another experiment")
    }
}

impl std::error::Error for Damaged {}

impl From<ParquetError> for Damaged {
    fn from(_: ParquetError) -> Self {
        Self
    }
}

/// A column of a file that is written.
enum Column {
    Text(Vec<ByteArray>),
    /// May be missing; the levels say where.
    MaybeText(Vec<ByteArray>, Vec<i16>),
    MaybeSwitch(Vec<bool>, Vec<i16>),
    MaybeWhole(Vec<i32>, Vec<i16>),
    MaybeReal(Vec<f64>, Vec<i16>),
    U64(Vec<i64>),
    U32(Vec<i32>),
    Real(Vec<f64>),
}

impl Column {
    /// The same text in every row.
    fn constant(text: &str, rows: usize) -> Self {
        Self::Text(vec![ByteArray::from(text); rows])
    }

    /// The same value of a field in every row, in the type that the field has in all variants.
    fn field(values: &[&Value], value: &Value, rows: usize) -> Self {
        let levels = vec![i16::from(!value.is_null()); rows];
        let count = if value.is_null() { 0 } else { rows };
        let all = |is: fn(&Value) -> bool| values.iter().all(|value| value.is_null() || is(value));
        if all(Value::is_boolean) {
            Self::MaybeSwitch(vec![value.as_bool().unwrap_or(false); count], levels)
        } else if all(Value::is_u64) {
            Self::MaybeWhole(vec![value.as_u64().unwrap_or(0) as i32; count], levels)
        } else {
            Self::MaybeText(vec![ByteArray::from(value_text(value).as_str()); count], levels)
        }
    }

    /// The type in a schema.
    fn schema(&self, name: &str) -> String {
        match self {
            Self::Text(_) => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
            Self::MaybeText(..) => format!("OPTIONAL BYTE_ARRAY {name} (STRING);"),
            Self::MaybeSwitch(..) => format!("OPTIONAL BOOLEAN {name};"),
            Self::MaybeWhole(..) => format!("OPTIONAL INT32 {name} (INTEGER(32,false));"),
            Self::MaybeReal(..) => format!("OPTIONAL DOUBLE {name};"),
            Self::U64(_) => format!("REQUIRED INT64 {name} (INTEGER(64,false));"),
            Self::U32(_) => format!("REQUIRED INT32 {name} (INTEGER(32,false));"),
            Self::Real(_) => format!("REQUIRED DOUBLE {name};"),
        }
    }

    fn write(&self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        use ColumnWriter as W;
        match (self, writer) {
            (Self::Text(values), W::ByteArrayColumnWriter(writer)) => writer.write_batch(values, None, None),
            (Self::MaybeText(values, levels), W::ByteArrayColumnWriter(writer)) => {
                writer.write_batch(values, Some(levels), None)
            }
            (Self::MaybeSwitch(values, levels), W::BoolColumnWriter(writer)) => {
                writer.write_batch(values, Some(levels), None)
            }
            (Self::MaybeWhole(values, levels), W::Int32ColumnWriter(writer)) => {
                writer.write_batch(values, Some(levels), None)
            }
            (Self::MaybeReal(values, levels), W::DoubleColumnWriter(writer)) => {
                writer.write_batch(values, Some(levels), None)
            }
            (Self::U64(values), W::Int64ColumnWriter(writer)) => writer.write_batch(values, None, None),
            (Self::U32(values), W::Int32ColumnWriter(writer)) => writer.write_batch(values, None, None),
            (Self::Real(values), W::DoubleColumnWriter(writer)) => writer.write_batch(values, None, None),
            _ => Err(ParquetError::General("a column of another type".into())),
        }
        .map(|_| ())
    }
}

/// The file of a shard.
pub(super) fn encode(experiment: &Experiment, shard: &Shard, rows: &Rows) -> Vec<u8> {
    // Writing to memory with the types of our own schema does not fail.
    write(experiment, shard, rows).expect("rows can be written to memory")
}

fn part(experiment: &Experiment, shard: &Shard) -> String {
    format!("{:016x} {shard}", experiment.id())
}

fn write(experiment: &Experiment, shard: &Shard, rows: &Rows) -> Result<Vec<u8>, ParquetError> {
    let columns = match rows {
        Rows::Games(rows, _) => game_columns(experiment, shard, rows),
        Rows::Probes(rows) => probe_columns(experiment, shard, rows),
    };
    let fields: Vec<String> = columns.iter().map(|(name, column)| column.schema(name)).collect();
    let schema = Arc::new(parse_message_type(&format!("message rows {{ {} }}", fields.join(" ")))?);
    let zeros = "0".repeat(16);
    let mut metadata = vec![(PART, part(experiment, shard)), (SUM, zeros)];
    if let Rows::Games(_, Some(Training { turns, cpu_us })) = rows {
        metadata.insert(0, (TRAINING, format!("{turns} {cpu_us}")));
    }
    let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_created_by("tilewright".into())
        .set_key_value_metadata(Some(metadata))
        .build();
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for (_, column) in &columns {
        let mut writer = group.next_column()?.ok_or_else(|| ParquetError::General("a column too many".into()))?;
        column.write(writer.untyped())?;
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    let at = sum_place(&bytes).ok_or_else(|| ParquetError::General("no place for the checksum".into()))?;
    let sum = format!("{:016x}", fnv1a(&bytes));
    bytes[at..at + 16].copy_from_slice(sum.as_bytes());
    Ok(bytes)
}

/// Where the digits of the checksum start: after its key, and two bytes for the type and length of the value.
fn sum_place(bytes: &[u8]) -> Option<usize> {
    let key = SUM.as_bytes();
    let at = bytes.windows(key.len()).rposition(|window| window == key)? + key.len() + 2;
    (at + 16 <= bytes.len()).then_some(at)
}

/// Whether a file is as it was written.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(at) = sum_place(bytes) else { return false };
    let mut copy = bytes.to_vec();
    let digits = copy[at..at + 16].to_vec();
    copy[at..at + 16].fill(b'0');
    format!("{:016x}", fnv1a(&copy)).as_bytes() == digits
}

type Columns = Vec<(String, Column)>;

fn identity(experiment: &Experiment, shard: &Shard, rows: usize) -> Columns {
    let variant = &experiment.variants[shard.variant];
    vec![
        ("variant".into(), Column::constant(&variant.name, rows)),
        ("hash".into(), Column::constant(&variant.hash(), rows)),
    ]
}

fn game_columns(experiment: &Experiment, shard: &Shard, rows: &[GameRow]) -> Columns {
    let mut columns = identity(experiment, shard, rows.len());
    for (i, varied) in experiment.varied.iter().enumerate() {
        let values: Vec<&Value> = experiment.variants.iter().map(|variant| &variant.values[i]).collect();
        let value = &experiment.variants[shard.variant].values[i];
        columns.push((format!("vary_{}", varied.field), Column::field(&values, value, rows.len())));
    }
    let player = match shard.work {
        Work::Games(player) => experiment.players[player].to_string(),
        Work::Probes => experiment.best_player().to_string(),
    };
    let long = |get: fn(&GameRow) -> u64| Column::U64(rows.iter().map(|row| get(row).cast_signed()).collect());
    let short = |get: fn(&GameRow) -> u32| Column::U32(rows.iter().map(|row| get(row).cast_signed()).collect());
    let end = rows.iter().map(|row| ByteArray::from(row.end.name())).collect();
    let rest = [
        ("player", Column::constant(&player, rows.len())),
        ("seed", long(|row| row.seed)),
        ("score", long(|row| row.score)),
        ("turns", short(|row| row.turns)),
        ("end", Column::Text(end)),
        ("best", short(|row| row.best)),
        ("choices", Column::Real(rows.iter().map(|row| row.choices).collect())),
        ("forced", short(|row| row.forced)),
        ("chance_points", long(|row| row.chance_points)),
        ("cpu_us", long(|row| row.cpu_us)),
    ];
    columns.extend(rest.map(|(name, column)| (name.to_owned(), column)));
    columns
}

fn probe_columns(experiment: &Experiment, shard: &Shard, rows: &[ProbeRow]) -> Columns {
    let mut columns = identity(experiment, shard, rows.len());
    let real = |get: fn(&ProbeRow) -> f64| Column::Real(rows.iter().map(get).collect());
    let short = |get: fn(&ProbeRow) -> u32| Column::U32(rows.iter().map(|row| get(row).cast_signed()).collect());
    let second = rows.iter().filter_map(|row| row.second).collect();
    let levels = rows.iter().map(|row| i16::from(row.second.is_some())).collect();
    let rest = [
        ("seed", Column::U64(rows.iter().map(|row| row.seed.cast_signed()).collect())),
        ("turn", short(|row| row.turn)),
        ("actions", short(|row| row.actions)),
        ("best", real(|row| row.best)),
        ("mean", real(|row| row.mean)),
        ("worst", real(|row| row.worst)),
        ("second", Column::MaybeReal(second, levels)),
        ("played", real(|row| row.played)),
    ];
    columns.extend(rest.map(|(name, column)| (name.to_owned(), column)));
    columns
}

/// The rows of a shard's file.
pub(super) fn decode(experiment: &Experiment, shard: &Shard, bytes: Vec<u8>) -> Result<Rows, Damaged> {
    if !is_whole(&bytes) {
        return Err(Damaged);
    }
    let file = SerializedFileReader::new(parquet_bytes(bytes))?;
    let metadata = file.metadata().file_metadata();
    let note = |key: &str| {
        let entry = metadata.key_value_metadata()?.iter().find(|entry| entry.key == key)?;
        entry.value.as_deref()
    };
    if note(PART) != Some(part(experiment, shard).as_str()) {
        return Err(Damaged);
    }
    let training = note(TRAINING)
        .and_then(|text| text.split_once(' '))
        .and_then(|(turns, cpu_us)| Some(Training { turns: turns.parse().ok()?, cpu_us: cpu_us.parse().ok()? }));
    let rows = usize::try_from(metadata.num_rows()).map_err(|_| Damaged)?;
    let games = experiment.shard_games(shard);
    match shard.work {
        Work::Games(_) if rows as u64 != games.end - games.start => Err(Damaged),
        _ if rows == 0 => Ok(Rows::Probes(Vec::new())),
        Work::Games(_) => Ok(Rows::Games(Reader::new(&file, rows)?.games()?, training)),
        Work::Probes => Reader::new(&file, rows)?.probes().map(Rows::Probes),
    }
}

fn parquet_bytes(bytes: Vec<u8>) -> bytes::Bytes {
    bytes.into()
}

/// Reads columns by name.
struct Reader<'a> {
    file: &'a SerializedFileReader<bytes::Bytes>,
    group: Box<dyn RowGroupReader + 'a>,
    rows: usize,
}

impl<'a> Reader<'a> {
    fn new(file: &'a SerializedFileReader<bytes::Bytes>, rows: usize) -> Result<Self, Damaged> {
        if file.num_row_groups() != 1 {
            return Err(Damaged);
        }
        Ok(Self { file, group: file.get_row_group(0)?, rows })
    }

    /// The values of a column, and where they are missing if they may be.
    fn column<T: DataType>(&self, name: &str) -> Result<(Vec<T::T>, Vec<i16>), Damaged> {
        let schema = self.file.metadata().file_metadata().schema_descr();
        let at = schema.columns().iter().position(|column| column.name() == name).ok_or(Damaged)?;
        if schema.column(at).physical_type() != T::get_physical_type() {
            return Err(Damaged);
        }
        let mut reader = get_typed_column_reader::<T>(self.group.get_column_reader(at)?);
        let (mut values, mut levels) = (Vec::new(), Vec::new());
        let (read, ..) = reader.read_records(self.rows, Some(&mut levels), None, &mut values)?;
        if read == self.rows { Ok((values, levels)) } else { Err(Damaged) }
    }

    fn long(&self, name: &str) -> Result<Vec<u64>, Damaged> {
        Ok(self.column::<Int64Type>(name)?.0.into_iter().map(i64::cast_unsigned).collect())
    }

    fn short(&self, name: &str) -> Result<Vec<u32>, Damaged> {
        Ok(self.column::<Int32Type>(name)?.0.into_iter().map(i32::cast_unsigned).collect())
    }

    fn real(&self, name: &str) -> Result<Vec<f64>, Damaged> {
        Ok(self.column::<DoubleType>(name)?.0)
    }

    fn games(&self) -> Result<Vec<GameRow>, Damaged> {
        let (seed, score, chance) = (self.long("seed")?, self.long("score")?, self.long("chance_points")?);
        let (turns, best, forced) = (self.short("turns")?, self.short("best")?, self.short("forced")?);
        let (choices, cpu) = (self.real("choices")?, self.long("cpu_us")?);
        let ends = self.column::<ByteArrayType>("end")?.0;
        let rows = (0..self.rows).map(|i| {
            let end = End::ALL.into_iter().find(|end| end.name().as_bytes() == ends[i].data()).ok_or(Damaged)?;
            Ok(GameRow {
                seed: seed[i],
                score: score[i],
                turns: turns[i],
                end,
                best: best[i],
                choices: choices[i],
                forced: forced[i],
                chance_points: chance[i],
                cpu_us: cpu[i],
            })
        });
        rows.collect()
    }

    fn probes(&self) -> Result<Vec<ProbeRow>, Damaged> {
        let (seed, turn, actions) = (self.long("seed")?, self.short("turn")?, self.short("actions")?);
        let (best, mean) = (self.real("best")?, self.real("mean")?);
        let (worst, played) = (self.real("worst")?, self.real("played")?);
        let (second, levels) = self.column::<DoubleType>("second")?;
        let mut second = second.into_iter();
        let rows = (0..self.rows).map(|i| {
            Ok(ProbeRow {
                seed: seed[i],
                turn: turn[i],
                actions: actions[i],
                best: best[i],
                mean: mean[i],
                worst: worst[i],
                second: if levels.get(i) == Some(&1) { Some(second.next().ok_or(Damaged)?) } else { None },
                played: played[i],
            })
        });
        rows.collect()
    }
}
