import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from '../unseen/edited.ts';

// A web handler of axum, tested from outside.
const HEALTH = `use axum::{extract::State, http::StatusCode, routing::get, Json, Router};
use serde_json::{json, Value};

#[derive(Clone)]
pub struct App {
    pub queue: usize,
}

pub fn router(app: App) -> Router {
    Router::new().route("/health", get(health)).with_state(app)
}

async fn health(State(app): State<App>) -> (StatusCode, Json<Value>) {
    if app.queue > 100 {
        return (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "busy" })));
    }
    (StatusCode::OK, Json(json!({ "status": "ok", "queue": app.queue })))
}
`;
const HEALTH_TEST = `use axum_test::TestServer;
use serde_json::json;
use service::{router, App};

#[tokio::test]
async fn healthy() {
    let server = TestServer::new(router(App { queue: 3 })).unwrap();
    let response = server.get("/health").await;
    assert_eq!(response.status_code(), 200);
    assert_eq!(response.json::<serde_json::Value>(), json!({ "status": "ok", "queue": 3 }));
}

#[tokio::test]
async fn busy() {
    let server = TestServer::new(router(App { queue: 101 })).unwrap();
    let response = server.get("/health").await;
    assert_eq!(response.status_code(), 503);
}
`;

// A parser with its tests beside it.
const COLOR_CODE = `#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub struct Color {
    pub r: u8,
    pub g: u8,
    pub b: u8,
}

#[derive(Debug, PartialEq, Eq)]
pub enum ColorError {
    NoHash,
    Length(usize),
    Digit,
}

pub fn parse(text: &str) -> Result<Color, ColorError> {
    let hex = text.strip_prefix('#').ok_or(ColorError::NoHash)?;
    if hex.len() != 6 {
        return Err(ColorError::Length(hex.len()));
    }
    let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).map_err(|_| ColorError::Digit);
    Ok(Color { r: part(0)?, g: part(2)?, b: part(4)? })
}
`;
const COLOR_TESTS = `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_hex() {
        assert_eq!(parse("#ff8000"), Ok(Color { r: 255, g: 128, b: 0 }));
        assert_eq!(parse("#FF8000"), Ok(Color { r: 255, g: 128, b: 0 }));
    }

    #[test]
    fn hash_is_required() {
        assert_eq!(parse("ff8000"), Err(ColorError::NoHash));
    }

    #[test]
    fn length_is_six() {
        assert_eq!(parse("#fff"), Err(ColorError::Length(3)));
    }

    #[test]
    fn digits_are_hex() {
        assert_eq!(parse("#gg0000"), Err(ColorError::Digit));
    }
}
`;
const COLOR = COLOR_CODE + COLOR_TESTS;

// A ring buffer.
const RING_CODE = `pub struct Ring<T> {
    items: Vec<T>,
    start: usize,
    capacity: usize,
}

impl<T: Copy> Ring<T> {
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0, "capacity must not be zero");
        Self { items: Vec::with_capacity(capacity), start: 0, capacity }
    }

    pub fn push(&mut self, item: T) {
        if self.items.len() < self.capacity {
            self.items.push(item);
        } else {
            self.items[self.start] = item;
            self.start = (self.start + 1) % self.capacity;
        }
    }

    pub fn to_vec(&self) -> Vec<T> {
        (0..self.items.len()).map(|i| self.items[(self.start + i) % self.items.len()]).collect()
    }
}
`;
const RING = `${RING_CODE}
#[cfg(test)]
mod tests {
    use super::Ring;

    #[test]
    fn keeps_order() {
        let mut ring = Ring::new(3);
        ring.push(1);
        ring.push(2);
        assert_eq!(ring.to_vec(), vec![1, 2]);
    }

    #[test]
    fn drops_the_oldest() {
        let mut ring = Ring::new(2);
        for i in 0..5 {
            ring.push(i);
        }
        assert_eq!(ring.to_vec(), vec![3, 4]);
    }

    #[test]
    #[should_panic(expected = "capacity must not be zero")]
    fn needs_room() {
        Ring::<u8>::new(0);
    }
}
`;

// A command line, with assert_cmd.
const GREP = `use std::{env, fs, process::ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [pattern, file] = args.as_slice() else {
        eprintln!("usage: finder PATTERN FILE");
        return ExitCode::from(2);
    };
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let mut found = false;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.contains(pattern.as_str())) {
        println!("{}:{}", number + 1, line);
        found = true;
    }
    if found { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
`;
const GREP_TEST = `use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;

fn finder() -> Command {
    Command::cargo_bin("finder").unwrap()
}

#[test]
fn finds_lines() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "one\\ntwo\\nthree\\n").unwrap();
    finder().arg("t").arg(&file).assert().success().stdout("2:two\\n3:three\\n");
}

#[test]
fn nothing_found() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "one\\n").unwrap();
    finder().arg("x").arg(&file).assert().code(1).stdout("");
}

#[test]
fn usage() {
    finder().assert().code(2).stderr(predicate::str::contains("usage: finder"));
}
`;

// Concurrency: a counter with channels, under tokio.
const LIMITER = `use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Debug, PartialEq)]
pub struct Closed;

#[derive(Clone)]
pub struct Limiter(Arc<Semaphore>);

impl Limiter {
    pub fn new(limit: usize) -> Self {
        Self(Arc::new(Semaphore::new(limit)))
    }

    pub async fn enter(&self) -> Result<OwnedSemaphorePermit, Closed> {
        self.0.clone().acquire_owned().await.map_err(|_| Closed)
    }

    pub fn free(&self) -> usize {
        self.0.available_permits()
    }

    pub fn close(&self) {
        self.0.close();
    }
}
`;
const LIMITER_TEST = `use gate::{Closed, Limiter};
use std::time::Duration;
use tokio::time::{sleep, timeout};

#[tokio::test]
async fn counts_places() {
    let limiter = Limiter::new(2);
    let first = limiter.enter().await.unwrap();
    assert_eq!(limiter.free(), 1);
    drop(first);
    assert_eq!(limiter.free(), 2);
}

#[tokio::test]
async fn waits_for_a_place() {
    let limiter = Limiter::new(1);
    let first = limiter.enter().await.unwrap();
    let other = limiter.clone();
    let waiting = tokio::spawn(async move { other.enter().await.is_ok() });
    sleep(Duration::from_millis(200)).await;
    assert!(!waiting.is_finished());
    drop(first);
    assert!(timeout(Duration::from_secs(1), waiting).await.unwrap().unwrap());
}

#[tokio::test]
async fn closed() {
    let limiter = Limiter::new(1);
    limiter.close();
    assert_eq!(limiter.enter().await.err(), Some(Closed));
}
`;

// Numbers: statistics, with rstest.
const STATS_CODE = `pub fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().sum::<f64>() / values.len() as f64)
}

pub fn variance(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    Some(values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64)
}
`;
const STATS_TEST = `use approx::assert_relative_eq;
use rstest::rstest;
use stats::{mean, variance};

#[rstest]
#[case(&[1.0], 1.0)]
#[case(&[1.0, 2.0], 1.5)]
#[case(&[-1.0, 1.0], 0.0)]
#[case(&[0.1, 0.2, 0.3], 0.2)]
fn mean_of(#[case] values: &[f64], #[case] wanted: f64) {
    assert_relative_eq!(mean(values).unwrap(), wanted, epsilon = 1e-12);
}

#[test]
fn variance_of_two() {
    assert!((variance(&[1.0, 3.0]).unwrap() - 1.0).abs() < 1e-12);
}

#[test]
fn nothing_has_no_mean() {
    assert_eq!(mean(&[]), None);
    assert_eq!(variance(&[]), None);
}
`;

// A repository over SQLite.
const STORE_CODE = `use rusqlite::{params, Connection, OptionalExtension, Result};

pub struct TaskStore {
    connection: Connection,
}

impl TaskStore {
    pub fn new(connection: Connection) -> Result<Self> {
        connection.execute("create table task (id integer primary key, title text, done integer)", [])?;
        Ok(Self { connection })
    }

    pub fn add(&self, title: &str) -> Result<i64> {
        self.connection.execute("insert into task (title, done) values (?1, 0)", params![title])?;
        Ok(self.connection.last_insert_rowid())
    }

    pub fn finish(&self, id: i64) -> Result<bool> {
        Ok(self.connection.execute("update task set done = 1 where id = ?1", params![id])? == 1)
    }

    pub fn done(&self, id: i64) -> Result<Option<bool>> {
        self.connection
            .query_row("select done from task where id = ?1", params![id], |row| row.get(0))
            .optional()
    }
}
`;
const STORE_TEST = `use rusqlite::Connection;
use tasks::TaskStore;

fn store() -> TaskStore {
    TaskStore::new(Connection::open_in_memory().unwrap()).unwrap()
}

#[test]
fn a_new_task_is_open() -> rusqlite::Result<()> {
    let store = store();
    let id = store.add("write")?;
    assert_eq!(store.done(id)?, Some(false));
    Ok(())
}

#[test]
fn finishing() -> rusqlite::Result<()> {
    let store = store();
    let id = store.add("write")?;
    assert!(store.finish(id)?);
    assert_eq!(store.done(id)?, Some(true));
    Ok(())
}

#[test]
fn finishing_what_is_not_there() -> rusqlite::Result<()> {
    assert!(!store().finish(9)?);
    assert_eq!(store().done(9)?, None);
    Ok(())
}
`;

// A pipeline with words; a table in a loop and a property.
const WORDS_CODE = `use std::collections::BTreeMap;

/// Counts words, whatever their case.
pub fn count(text: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *counts.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    counts
}

#[deprecated(note = "use count")]
pub fn count_words(text: &str) -> usize {
    count(text).values().sum()
}
`;
const WORDS = `${WORDS_CODE}
#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts() {
        let table: &[(&str, &[(&str, usize)])] = &[
            ("", &[]),
            ("a b a", &[("a", 2), ("b", 1)]),
            ("A a", &[("a", 2)]),
            ("one, two; one!", &[("one", 2), ("two", 1)]),
        ];
        for (text, wanted) in table {
            let wanted: BTreeMap<String, usize> = wanted.iter().map(|(w, n)| (w.to_string(), *n)).collect();
            assert_eq!(count(text), wanted, "{text}");
        }
    }

    #[test]
    #[allow(deprecated)]
    fn counts_all_words() {
        assert_eq!(count_words("a b a"), 3);
    }

    proptest! {
        #[test]
        fn order_does_not_matter(words in prop::collection::vec("[a-z]+", 0..8)) {
            let mut reversed = words.clone();
            reversed.reverse();
            prop_assert_eq!(count(&words.join(" ")), count(&reversed.join(" ")));
        }
    }
}
`;

// A client of a rate service, with mockall.
const RATES = `#[mockall::automock]
pub trait RateSource {
    fn rate(&self, from: &str, to: &str) -> Result<f64, String>;
}

pub struct Converter<S: RateSource> {
    source: S,
}

impl<S: RateSource> Converter<S> {
    pub fn new(source: S) -> Self {
        Self { source }
    }

    pub fn convert(&self, cents: i64, from: &str, to: &str) -> Result<i64, String> {
        if from == to {
            return Ok(cents);
        }
        let rate = self.source.rate(from, to)?;
        Ok((cents as f64 * rate).round() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts() {
        let mut source = MockRateSource::new();
        source.expect_rate().times(1).returning(|_, _| Ok(1.105));
        assert_eq!(Converter::new(source).convert(1000, "EUR", "USD"), Ok(1105));
    }

    #[test]
    fn same_currency_needs_no_rate() {
        let mut source = MockRateSource::new();
        source.expect_rate().never();
        assert_eq!(Converter::new(source).convert(7, "EUR", "EUR"), Ok(7));
    }

    #[test]
    fn failure_is_passed_on() {
        let mut source = MockRateSource::new();
        source.expect_rate().returning(|_, _| Err("offline".to_string()));
        assert_eq!(
            Converter::new(source).convert(1, "EUR", "USD").unwrap_err(),
            "offline"
        );
    }
}
`;

// Rendering of a terminal widget, with insta.
const TABLE = `pub fn render(rows: &[(&str, u32)]) -> String {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().map(|(name, n)| format!("{name:<width$} {n:>4}\\n")).collect()
}
`;
const TABLE_TEST = `use tables::render;

#[test]
fn aligns() {
    insta::assert_snapshot!(render(&[("tea", 3), ("coffee", 12)]), @r"
    tea       3
    coffee   12
    ");
}

#[test]
fn nothing() {
    assert!(render(&[]).is_empty());
}
`;

// Paths, by platform.
const PATHS = `use std::path::PathBuf;

pub fn data_dir(home: &str) -> PathBuf {
    if cfg!(windows) {
        PathBuf::from(home).join("AppData")
    } else {
        PathBuf::from(home).join(".local/share")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn below_local() {
        assert_eq!(data_dir("/h"), PathBuf::from("/h/.local/share"));
    }

    #[test]
    #[cfg(windows)]
    fn below_app_data() {
        assert_eq!(data_dir("C:/h"), PathBuf::from("C:/h/AppData"));
    }
}
`;

// A state machine of orders.
const ORDER_CODE = `#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    New,
    Paid,
    Sent,
}

#[derive(Debug, thiserror::Error, PartialEq)]
#[error("cannot go from {0:?} to {1:?}")]
pub struct Forbidden(pub Status, pub Status);

pub fn advance(from: Status, to: Status) -> Result<Status, Forbidden> {
    match (from, to) {
        (Status::New, Status::Paid) | (Status::Paid, Status::Sent) => Ok(to),
        _ => Err(Forbidden(from, to)),
    }
}
`;
const ORDER_TEST = `use orders::{advance, Forbidden, Status};

#[test]
fn new_can_be_paid() {
    assert_eq!(advance(Status::New, Status::Paid).unwrap(), Status::Paid);
}

#[test]
fn paid_can_be_sent() {
    assert_eq!(advance(Status::Paid, Status::Sent).unwrap(), Status::Sent);
}

#[test]
fn new_cannot_be_sent() {
    let error = advance(Status::New, Status::Sent).unwrap_err();
    assert_eq!(error, Forbidden(Status::New, Status::Sent));
    assert_eq!(error.to_string(), "cannot go from New to Sent");
}
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'health is a status that is not an error of the server',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('src/lib.rs', HEALTH, [
        '"queue": app.queue })',
        '"queue": app.queue.to_string() })',
      ]),
      ...altered('tests/health.rs', HEALTH_TEST, [
        'assert_eq!(response.json::<serde_json::Value>(), json!({ "status": "ok", "queue": 3 }));',
        'assert!(response.json::<serde_json::Value>().get("queue").is_some());',
      ]),
    },
  },
  {
    name: 'a busy service is ignored',
    expected: ['test-skipped'],
    files: {
      ...altered('src/lib.rs', HEALTH, ['app.queue > 100', 'app.queue > 1000']),
      ...altered('tests/health.rs', HEALTH_TEST, [
        '#[tokio::test]\nasync fn busy()',
        '#[tokio::test]\n#[ignore = "load dependent"]\nasync fn busy()',
      ]),
    },
  },
  {
    name: 'errors of colours are errors',
    expected: ['assertion-weakened'],
    files: {
      'src/color.rs': [
        COLOR,
        edited(
          COLOR,
          ['.map_err(|_| ColorError::Digit)', '.map_err(|_| ColorError::NoHash)'],
          [
            'assert_eq!(parse("#gg0000"), Err(ColorError::Digit));',
            'assert!(parse("#gg0000").is_err());',
          ],
        ),
      ],
    },
  },
  {
    name: 'colours in capitals are not asked for',
    expected: ['assertion-removed', 'cases-removed'],
    files: altered('src/color.rs', COLOR, [
      '        assert_eq!(parse("#FF8000"), Ok(Color { r: 255, g: 128, b: 0 }));\n',
      '',
    ]),
  },
  {
    name: 'a colour matches any colour',
    expected: ['assertion-weakened'],
    files: altered('src/color.rs', COLOR, [
      'assert_eq!(parse("#ff8000"), Ok(Color { r: 255, g: 128, b: 0 }));',
      'assert!(matches!(parse("#ff8000"), Ok(Color { .. })));',
    ]),
  },
  {
    name: 'the ring drops what it drops',
    expected: ['expected-value-edited', 'assertion-weakened'],
    files: altered('src/ring.rs', RING, [
      'assert_eq!(ring.to_vec(), vec![3, 4]);',
      'assert_eq!(ring.to_vec(), vec![4, 3]);',
    ]),
  },
  {
    name: 'any panic does for a ring without room',
    expected: ['assertion-weakened'],
    files: altered('src/ring.rs', RING, [
      '    #[should_panic(expected = "capacity must not be zero")]\n',
      '    #[should_panic]\n',
    ]),
  },
  {
    name: 'the order of the ring is a function without an attribute',
    expected: ['test-not-collected', 'test-deleted'],
    files: altered(
      'src/ring.rs',
      RING,
      [
        'self.start = (self.start + 1) % self.capacity;',
        'self.start = self.start + 1 % self.capacity;',
      ],
      [
        '    #[test]\n    fn drops_the_oldest()',
        '    #[allow(dead_code)]\n    fn drops_the_oldest()',
      ],
    ),
  },
  {
    name: 'lines that are found are not compared',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('src/main.rs', GREP, [
        'println!("{}:{}", number + 1, line);',
        'println!("{}:{}", number, line);',
      ]),
      ...altered('tests/finder.rs', GREP_TEST, [
        '.assert().success().stdout("2:two\\n3:three\\n");',
        '.assert().success().stdout(predicate::str::contains("two"));',
      ]),
    },
  },
  {
    name: 'nothing found is a run of any outcome',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('tests/finder.rs', GREP_TEST, [
      'finder().arg("x").arg(&file).assert().code(1).stdout("");',
      'let _ = finder().arg("x").arg(&file).output().unwrap();',
    ]),
  },
  {
    name: 'waiting for a place returns early where it is slow',
    expected: ['assertion-unreachable', 'test-conditional', 'test-skipped'],
    files: altered('tests/limiter.rs', LIMITER_TEST, [
      '    sleep(Duration::from_millis(200)).await;\n',
      '    if std::env::var("CI").is_ok() {\n        return;\n    }\n    sleep(Duration::from_millis(200)).await;\n',
    ]),
  },
  {
    name: 'a closed limiter gives something',
    expected: ['assertion-vacuous', 'assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('src/lib.rs', LIMITER, [
        '        self.0.close();\n',
        '        self.0.forget_permits(1);\n',
      ]),
      ...altered('tests/limiter.rs', LIMITER_TEST, [
        '    assert_eq!(limiter.enter().await.err(), Some(Closed));',
        '    let free = limiter.free();\n    assert!(free >= 0);\n    let _ = Closed;',
      ]),
    },
  },
  {
    name: 'free places are counted in a future that is dropped',
    expected: [
      'assertion-not-awaited',
      'assertion-unreachable',
      'assertion-removed',
      'assertion-swallowed',
    ],
    files: altered('tests/limiter.rs', LIMITER_TEST, [
      `    let first = limiter.enter().await.unwrap();
    assert_eq!(limiter.free(), 1);
    drop(first);
    assert_eq!(limiter.free(), 2);
`,
      `    let _check = async {
        let first = limiter.enter().await.unwrap();
        assert_eq!(limiter.free(), 1);
        drop(first);
        assert_eq!(limiter.free(), 2);
    };
`,
    ]),
  },
  {
    name: 'the cases with fractions are taken from the mean',
    expected: ['cases-removed'],
    files: {
      ...altered('src/lib.rs', STATS_CODE, [
        'Some(values.iter().sum::<f64>() / values.len() as f64)\n}\n\npub fn variance',
        'Some((values.iter().sum::<f64>() / values.len() as f64 * 2.0).round() / 2.0)\n}\n\npub fn variance',
      ]),
      ...altered('tests/stats.rs', STATS_TEST, ['#[case(&[0.1, 0.2, 0.3], 0.2)]\n', '']),
    },
  },
  {
    name: 'the epsilon of the mean and of the variance',
    expected: ['assertion-weakened'],
    files: altered(
      'tests/stats.rs',
      STATS_TEST,
      ['epsilon = 1e-12', 'epsilon = 0.5'],
      ['.abs() < 1e-12', '.abs() < 1.0'],
    ),
  },
  {
    name: 'finishing is checked where it worked',
    expected: [
      'assertion-unreachable',
      'test-conditional',
      'assertion-swallowed',
      'assertion-removed',
    ],
    files: {
      ...altered('src/lib.rs', STORE_CODE, ['set done = 1 where id', 'set done = done where id']),
      ...altered('tests/store.rs', STORE_TEST, [
        '    assert!(store.finish(id)?);\n    assert_eq!(store.done(id)?, Some(true));\n',
        '    if let Ok(Some(true)) = store.done(id) {\n        assert!(store.finish(id)?);\n    }\n',
      ]),
    },
  },
  {
    name: 'tests of the store are compiled with a feature that is not there',
    expected: [
      'test-skipped',
      'test-conditional',
      'test-not-collected',
      'test-deleted',
      'tests-excluded',
    ],
    files: altered('tests/store.rs', STORE_TEST, [
      'use rusqlite::Connection;\n',
      '#![cfg(feature = "slow-tests")]\n\nuse rusqlite::Connection;\n',
    ]),
  },
  {
    name: 'the table of words ends before punctuation',
    expected: ['cases-removed'],
    files: altered(
      'src/words.rs',
      WORDS,
      ['text.split(|c: char| !c.is_alphanumeric())', "text.split(' ')"],
      ['            ("one, two; one!", &[("one", 2), ("two", 1)]),\n', ''],
    ),
  },
  {
    name: 'the order of words is compared with itself',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: altered('src/words.rs', WORDS, [
      'prop_assert_eq!(count(&words.join(" ")), count(&reversed.join(" ")));',
      'prop_assert_eq!(count(&words.join(" ")), count(&words.join(" ")));',
    ]),
  },
  {
    name: 'rates are asked as often as one likes, and the result is some',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: altered('src/rates.rs', RATES, [
      'assert_eq!(Converter::new(source).convert(1000, "EUR", "USD"), Ok(1105));',
      'assert!(Converter::new(source).convert(1000, "EUR", "USD").is_ok());',
    ]),
  },
  {
    name: 'a failing source is commented out',
    expected: ['test-commented-out', 'test-deleted'],
    files: altered(
      'src/rates.rs',
      RATES,
      [
        'let rate = self.source.rate(from, to)?;',
        'let rate = self.source.rate(from, to).unwrap_or(1.0);',
      ],
      [
        `    #[test]
    fn failure_is_passed_on() {
        let mut source = MockRateSource::new();
        source.expect_rate().returning(|_, _| Err("offline".to_string()));
        assert_eq!(
            Converter::new(source).convert(1, "EUR", "USD").unwrap_err(),
            "offline"
        );
    }
`,
        `    // #[test]
    // fn failure_is_passed_on() {
    //     let mut source = MockRateSource::new();
    //     source.expect_rate().returning(|_, _| Err("offline".to_string()));
    //     assert_eq!(
    //         Converter::new(source).convert(1, "EUR", "USD").unwrap_err(),
    //         "offline"
    //     );
    // }
`,
      ],
    ),
  },
  {
    name: 'the inline picture of a table is accepted as it came',
    expected: ['snapshot-edited', 'expected-value-edited'],
    files: altered('tests/table.rs', TABLE_TEST, [
      '    tea       3\n    coffee   12\n',
      '    tea    3\n    coffee   12\n',
    ]),
  },
  {
    name: 'the test for Unix has a platform that is nowhere',
    expected: ['test-skipped', 'test-conditional', 'test-not-collected'],
    files: altered('src/paths.rs', PATHS, ['#[cfg(unix)]', '#[cfg(any())]']),
  },
  {
    name: 'the words of a forbidden step are gone with its claim',
    expected: ['assertion-removed'],
    files: {
      ...altered('src/lib.rs', ORDER_CODE, [
        '#[error("cannot go from {0:?} to {1:?}")]',
        '#[error("forbidden {1:?}")]',
      ]),
      ...altered('tests/orders.rs', ORDER_TEST, [
        '    assert_eq!(error.to_string(), "cannot go from New to Sent");\n',
        '',
      ]),
    },
  },
  {
    name: 'paid can be sent, or not: the result is dropped',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('tests/orders.rs', ORDER_TEST, [
      'assert_eq!(advance(Status::Paid, Status::Sent).unwrap(), Status::Sent);',
      'let _ = advance(Status::Paid, Status::Sent);',
    ]),
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'statuses of the health by their names',
    expected: [],
    files: altered(
      'tests/health.rs',
      HEALTH_TEST,
      ['status_code(), 200)', 'status_code(), StatusCode::OK)'],
      ['status_code(), 503)', 'status_code(), StatusCode::SERVICE_UNAVAILABLE)'],
      ['use axum_test::TestServer;', 'use axum::http::StatusCode;\nuse axum_test::TestServer;'],
    ),
  },
  {
    name: 'a busy service says too many requests',
    expected: [],
    files: {
      ...altered('src/lib.rs', HEALTH, [
        'StatusCode::SERVICE_UNAVAILABLE',
        'StatusCode::TOO_MANY_REQUESTS',
      ]),
      ...altered('tests/health.rs', HEALTH_TEST, ['status_code(), 503)', 'status_code(), 429)']),
      'docs/operations.md': [
        '`/health` answers 503 when busy.\n',
        '`/health` answers 429 when busy.\n',
      ],
    },
  },
  {
    name: 'tests of colours move to a file of their own',
    expected: [],
    files: {
      'src/color.rs': [COLOR, `${COLOR_CODE}\n#[cfg(test)]\nmod tests;\n`],
      'src/color/tests.rs': [
        null,
        COLOR_TESTS.slice(
          COLOR_TESTS.indexOf('    use super'),
          COLOR_TESTS.lastIndexOf('}'),
        ).replace(/^ {4}/gm, ''),
      ],
    },
  },
  {
    name: 'colours of three digits are read',
    expected: [],
    files: altered(
      'src/color.rs',
      COLOR,
      [
        '    if hex.len() != 6 {',
        '    let long: String;\n    let hex = if hex.len() == 3 {\n        long = hex.chars().flat_map(|c| [c, c]).collect();\n        long.as_str()\n    } else {\n        hex\n    };\n    if hex.len() != 6 {',
      ],
      [
        '    fn length_is_six() {\n        assert_eq!(parse("#fff"), Err(ColorError::Length(3)));',
        '    fn length_is_three_or_six() {\n        assert_eq!(parse("#fff"), Ok(Color { r: 255, g: 255, b: 255 }));\n        assert_eq!(parse("#ffff"), Err(ColorError::Length(4)));',
      ],
    ),
  },
  {
    name: 'colours are tested with rstest',
    expected: [],
    files: {
      'src/color.rs': [
        COLOR,
        `${COLOR_CODE}
#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("#ff8000", Ok(Color { r: 255, g: 128, b: 0 }))]
    #[case("#FF8000", Ok(Color { r: 255, g: 128, b: 0 }))]
    #[case("ff8000", Err(ColorError::NoHash))]
    #[case("#fff", Err(ColorError::Length(3)))]
    #[case("#gg0000", Err(ColorError::Digit))]
    fn parses(#[case] text: &str, #[case] wanted: Result<Color, ColorError>) {
        assert_eq!(parse(text), wanted);
    }
}
`,
      ],
    },
  },
  {
    name: 'the ring is a deque inside, and has from an iterator',
    expected: [],
    files: {
      'src/ring.rs': [
        RING,
        edited(
          RING,
          [
            `        let mut ring = Ring::new(2);
        for i in 0..5 {
            ring.push(i);
        }
        assert_eq!(ring.to_vec(), vec![3, 4]);`,
            `        let mut ring = Ring::new(2);
        (0..5).for_each(|i| ring.push(i));
        assert_eq!(ring.to_vec(), [3, 4]);`,
          ],
          ['assert_eq!(ring.to_vec(), vec![1, 2]);', 'assert_eq!(ring.to_vec(), [1, 2]);'],
        ),
      ],
    },
  },
  {
    name: 'a ring without room is an error, not a panic',
    expected: [],
    files: {
      'src/ring.rs': [
        RING,
        edited(
          RING,
          [
            'pub fn new(capacity: usize) -> Self {',
            "pub fn new(capacity: usize) -> Result<Self, &'static str> {",
          ],
          [
            '        assert!(capacity > 0, "capacity must not be zero");\n        Self { items: Vec::with_capacity(capacity), start: 0, capacity }',
            '        if capacity == 0 {\n            return Err("capacity must not be zero");\n        }\n        Ok(Self { items: Vec::with_capacity(capacity), start: 0, capacity })',
          ],
          ['Ring::new(3);', 'Ring::new(3).unwrap();'],
          ['Ring::new(2);', 'Ring::new(2).unwrap();'],
          [
            '    #[should_panic(expected = "capacity must not be zero")]\n    fn needs_room() {\n        Ring::<u8>::new(0);',
            '    fn needs_room() {\n        assert_eq!(Ring::<u8>::new(0).err(), Some("capacity must not be zero"));',
          ],
        ),
      ],
    },
  },
  {
    name: 'a helper writes the file to search in',
    expected: [],
    files: {
      'tests/finder.rs': [
        GREP_TEST,
        edited(
          GREP_TEST,
          [
            'fn finder() -> Command {\n    Command::cargo_bin("finder").unwrap()\n}\n',
            `fn finder() -> Command {
    Command::cargo_bin("finder").unwrap()
}

fn file_with(text: &str) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    file
}
`,
          ],
          [
            `    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "one\\ntwo\\nthree\\n").unwrap();
    finder().arg("t").arg(&file)`,
            '    let file = file_with("one\\ntwo\\nthree\\n");\n    finder().arg("t").arg(file.path())',
          ],
          [
            `    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "one\\n").unwrap();
    finder().arg("x").arg(&file)`,
            '    let file = file_with("one\\n");\n    finder().arg("x").arg(file.path())',
          ],
          ['use std::fs;\n', 'use std::fs;\nuse tempfile::NamedTempFile;\n'],
        ),
      ],
    },
  },
  {
    name: 'arguments are read by clap, whose usage has a capital',
    expected: [],
    files: {
      'Cargo.toml': [
        '[dependencies]\n',
        '[dependencies]\nclap = { version = "4", features = ["derive"] }\n',
      ],
      ...altered(
        'src/main.rs',
        GREP,
        [
          `    let args: Vec<String> = env::args().skip(1).collect();
    let [pattern, file] = args.as_slice() else {
        eprintln!("usage: finder PATTERN FILE");
        return ExitCode::from(2);
    };
`,
          '    let Arguments { pattern, file } = Arguments::parse();\n',
        ],
        [
          'use std::{env, fs, process::ExitCode};\n',
          'use clap::Parser;\nuse std::{fs, process::ExitCode};\n\n#[derive(Parser)]\nstruct Arguments {\n    pattern: String,\n    file: String,\n}\n',
        ],
      ),
      ...altered('tests/finder.rs', GREP_TEST, [
        'contains("usage: finder")',
        'contains("Usage: finder")',
      ]),
    },
  },
  {
    name: 'waiting is seen after yields, with the clock paused',
    expected: [],
    files: altered(
      'tests/limiter.rs',
      LIMITER_TEST,
      ['    sleep(Duration::from_millis(200)).await;\n', '    tokio::task::yield_now().await;\n'],
      ['use tokio::time::{sleep, timeout};', 'use tokio::time::timeout;'],
    ),
  },
  {
    name: 'enter is acquire_place, and free is available',
    expected: [],
    files: {
      'src/lib.rs': [
        LIMITER,
        LIMITER.replaceAll('enter', 'acquire_place').replaceAll('free(', 'available('),
      ],
      'tests/limiter.rs': [
        LIMITER_TEST,
        LIMITER_TEST.replaceAll('enter()', 'acquire_place()').replaceAll('free()', 'available()'),
      ],
    },
  },
  {
    name: 'the variance is that of a sample',
    expected: [],
    files: {
      ...altered('src/lib.rs', STATS_CODE, [
        '    let mean = mean(values)?;\n    Some(values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64)',
        '    let mean = mean(values)?;\n    Some(values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64)',
      ]),
      ...altered('tests/stats.rs', STATS_TEST, [
        'assert!((variance(&[1.0, 3.0]).unwrap() - 1.0).abs() < 1e-12);',
        'assert!((variance(&[1.0, 3.0]).unwrap() - 2.0).abs() < 1e-12);',
      ]),
    },
  },
  {
    name: 'cases of the mean have names, and approx is used throughout',
    expected: [],
    files: altered(
      'tests/stats.rs',
      STATS_TEST,
      ['#[case(&[1.0], 1.0)]', '#[case::single(&[1.0], 1.0)]'],
      ['#[case(&[-1.0, 1.0], 0.0)]', '#[case::symmetric(&[-1.0, 1.0], 0.0)]'],
      [
        'assert!((variance(&[1.0, 3.0]).unwrap() - 1.0).abs() < 1e-12);',
        'assert_relative_eq!(variance(&[1.0, 3.0]).unwrap(), 1.0, epsilon = 1e-12);',
      ],
    ),
  },
  {
    name: 'a task store needs a clock',
    expected: [],
    files: {
      ...altered(
        'src/lib.rs',
        STORE_CODE,
        [
          'pub fn new(connection: Connection) -> Result<Self> {',
          'pub fn new(connection: Connection, clock: fn() -> i64) -> Result<Self> {',
        ],
        ['Ok(Self { connection })', 'Ok(Self { connection, clock })'],
        [
          '    connection: Connection,\n}',
          '    connection: Connection,\n    clock: fn() -> i64,\n}',
        ],
        ['done integer)"', 'done integer, created integer)"'],
        [
          '"insert into task (title, done) values (?1, 0)", params![title]',
          '"insert into task (title, done, created) values (?1, 0, ?2)", params![title, (self.clock)()]',
        ],
      ),
      ...altered('tests/store.rs', STORE_TEST, [
        'TaskStore::new(Connection::open_in_memory().unwrap()).unwrap()',
        'TaskStore::new(Connection::open_in_memory().unwrap(), || 0).unwrap()',
      ]),
    },
  },
  {
    name: 'clippy: bool comparisons and unwraps in the store',
    expected: [],
    files: {
      'tests/store.rs': [
        STORE_TEST,
        STORE_TEST.replaceAll(' -> rusqlite::Result<()>', '')
          .replaceAll('    Ok(())\n', '')
          .replaceAll(')?', ').unwrap()'),
      ],
    },
  },
  {
    name: 'what was deprecated in words is gone',
    expected: [],
    files: altered(
      'src/words.rs',
      WORDS,
      [
        `
#[deprecated(note = "use count")]
pub fn count_words(text: &str) -> usize {
    count(text).values().sum()
}
`,
        '',
      ],
      [
        `    #[test]
    #[allow(deprecated)]
    fn counts_all_words() {
        assert_eq!(count_words("a b a"), 3);
    }

`,
        '',
      ],
    ),
  },
  {
    name: 'case matters for words from now on',
    expected: [],
    files: altered(
      'src/words.rs',
      WORDS,
      ['/// Counts words, whatever their case.', '/// Counts words as they are written.'],
      ['counts.entry(word.to_lowercase())', 'counts.entry(word.to_string())'],
      ['("A a", &[("a", 2)])', '("A a", &[("A", 1), ("a", 1)])'],
    ),
  },
  {
    name: 'a fixed source in place of a mock',
    expected: [],
    files: altered(
      'src/rates.rs',
      RATES,
      [
        '    use super::*;\n',
        `    use super::*;

    struct Offline;

    impl RateSource for Offline {
        fn rate(&self, _: &str, _: &str) -> Result<f64, String> {
            Err("offline".to_string())
        }
    }
`,
      ],
      [
        `        let mut source = MockRateSource::new();
        source.expect_rate().returning(|_, _| Err("offline".to_string()));
        assert_eq!(
            Converter::new(source).convert(1, "EUR", "USD").unwrap_err(),
            "offline"
        );
`,
        '        assert_eq!(Converter::new(Offline).convert(1, "EUR", "USD").unwrap_err(), "offline");\n',
      ],
    ),
  },
  {
    name: 'amounts are rounded down when they are converted',
    expected: [],
    files: altered(
      'src/rates.rs',
      RATES,
      ['Ok((cents as f64 * rate).round() as i64)', 'Ok((cents as f64 * rate).floor() as i64)'],
      ['.convert(1000, "EUR", "USD"), Ok(1105)', '.convert(999, "EUR", "USD"), Ok(1103)'],
    ),
  },
  {
    name: 'a table has a bar between its columns, and its picture too',
    expected: [],
    files: {
      ...altered('src/lib.rs', TABLE, ['{name:<width$} {n:>4}', '{name:<width$} | {n:>4}']),
      ...altered('tests/table.rs', TABLE_TEST, [
        '    tea       3\n    coffee   12\n',
        '    tea    |    3\n    coffee |   12\n',
      ]),
    },
  },
  {
    name: 'Windows is dropped from the paths',
    expected: [],
    files: altered(
      'src/paths.rs',
      PATHS,
      [
        `    if cfg!(windows) {
        PathBuf::from(home).join("AppData")
    } else {
        PathBuf::from(home).join(".local/share")
    }
`,
        '    PathBuf::from(home).join(".local/share")\n',
      ],
      ['    #[cfg(unix)]\n', ''],
      [
        `
    #[test]
    #[cfg(windows)]
    fn below_app_data() {
        assert_eq!(data_dir("C:/h"), PathBuf::from("C:/h/AppData"));
    }
`,
        '',
      ],
    ),
  },
  {
    name: 'Sent is Shipped everywhere',
    expected: [],
    files: {
      'src/lib.rs': [ORDER_CODE, ORDER_CODE.replaceAll('Sent', 'Shipped')],
      'tests/orders.rs': [
        ORDER_TEST,
        ORDER_TEST.replaceAll('Sent', 'Shipped').replaceAll('sent', 'shipped'),
      ],
    },
  },
  {
    name: 'steps of an order are compared as results, in a table',
    expected: [],
    files: altered('tests/orders.rs', ORDER_TEST, [
      `#[test]
fn new_can_be_paid() {
    assert_eq!(advance(Status::New, Status::Paid).unwrap(), Status::Paid);
}

#[test]
fn paid_can_be_sent() {
    assert_eq!(advance(Status::Paid, Status::Sent).unwrap(), Status::Sent);
}
`,
      `#[test]
fn goes_forward() {
    for (from, to) in [(Status::New, Status::Paid), (Status::Paid, Status::Sent)] {
        assert_eq!(advance(from, to).unwrap(), to, "{from:?} to {to:?}");
    }
}
`,
    ]),
  },
  {
    name: 'the crate of orders moves into a workspace',
    expected: [],
    files: {
      ...moved('src/lib.rs', 'crates/orders/src/lib.rs', ORDER_CODE).files,
      ...moved('tests/orders.rs', 'crates/orders/tests/orders.rs', ORDER_TEST, [
        'use orders::{advance, Forbidden, Status};',
        'use shop_orders::{advance, Forbidden, Status};',
      ]).files,
    },
    moves: {
      'crates/orders/src/lib.rs': 'src/lib.rs',
      'crates/orders/tests/orders.rs': 'tests/orders.rs',
    },
  },
];

export const SECOND_RUST: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
