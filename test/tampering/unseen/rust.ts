import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, type Edit, edited, moved } from './edited.ts';

const RING_SOURCE = `//! A buffer that forgets what is oldest.

use std::collections::VecDeque;

/// How many are kept where nothing else is said.
pub const DEFAULT_CAPACITY: usize = 16;

#[derive(Debug)]
pub struct Ring<T> {
    items: VecDeque<T>,
    capacity: usize,
}

impl<T> Ring<T> {
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0, "capacity must not be zero");
        Self { items: VecDeque::new(), capacity }
    }

    /// Adds an item, and gives back the one that had to go.
    pub fn push(&mut self, item: T) -> Option<T> {
        let gone = if self.items.len() == self.capacity { self.items.pop_front() } else { None };
        self.items.push_back(item);
        gone
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }
}

impl<T> Default for Ring<T> {
    fn default() -> Self {
        Self::new(DEFAULT_CAPACITY)
    }
}
`;

const RING_TESTS = `
#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Ring<u8> {
        let mut ring = Ring::new(2);
        ring.push(1);
        ring.push(2);
        ring
    }

    #[test]
    fn keeps_what_fits() {
        let ring = full();
        assert_eq!(ring.len(), 2);
        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), vec![1, 2]);
    }

    #[test]
    fn gives_back_the_oldest() {
        let mut ring = full();
        assert_eq!(ring.push(3), Some(1));
        assert_eq!(ring.push(4), Some(2));
    }

    #[test]
    #[should_panic(expected = "capacity must not be zero")]
    fn refuses_no_capacity() {
        Ring::<u8>::new(0);
    }

    #[test]
    fn default_has_sixteen_places() {
        let mut ring = Ring::default();
        for number in 0..16 {
            assert_eq!(ring.push(number), None);
        }
        assert_eq!(ring.push(16), Some(0));
    }
}
`;

const RING = RING_SOURCE + RING_TESTS;

const PANIC_TEST = `    #[test]
    #[should_panic(expected = "capacity must not be zero")]
    fn refuses_no_capacity() {
        Ring::<u8>::new(0);
    }
`;

const OLDEST_TEST = `    #[test]
    fn gives_back_the_oldest() {
        let mut ring = full();
        assert_eq!(ring.push(3), Some(1));
        assert_eq!(ring.push(4), Some(2));
    }
`;

const CONFIG_TEST = `use settings::{parse, ParseError, Settings};

mod common;

#[test]
fn reads_a_file() {
    let settings = parse("port = 8080").unwrap();
    assert_eq!(settings, Settings { port: 8080, ..Settings::default() });
}

#[test]
fn names_the_broken_line() {
    let error = parse("port = 8080, oops").unwrap_err();
    assert_eq!(error, ParseError::Syntax { line: 1 });
    assert_eq!(error.to_string(), "line 1: syntax error");
}

#[test]
fn reads_durations() -> Result<(), ParseError> {
    for (text, seconds) in [("5s", 5.0), ("2m", 120.0), ("1h", 3600.0), ("0.5s", 0.5)] {
        let settings = parse(&format!("timeout = {text}"))?;
        assert!((settings.timeout - seconds).abs() < 1e-9, "{text}");
    }
    Ok(())
}

#[test]
fn file_on_disk_is_checked() {
    common::assert_rejected("port = 0", "port must not be 0");
    common::assert_rejected("port = 70000", "port is too large");
}
`;

const COMMON = `use settings::parse;

/// Asserts that a text is refused, with what message, and that nothing was kept of it.
pub fn assert_rejected(text: &str, message: &str) {
    let error = parse(text).expect_err("must be refused");
    assert_eq!(error.to_string(), message);
    assert!(error.is_permanent());
    assert_eq!(settings::loaded(), None);
}
`;

const CLIENT_TEST = `use client::{Client, Error};
use rstest::rstest;
use wiremock::{matchers::path, Mock, MockServer, ResponseTemplate};

#[tokio::test]
async fn reads_a_note() {
    let server = MockServer::start().await;
    Mock::given(path("/notes/1"))
        .respond_with(ResponseTemplate::new(200).set_body_string("milk"))
        .expect(1)
        .mount(&server)
        .await;
    let note = Client::new(server.uri()).note(1).await.unwrap();
    assert_eq!(note.text, "milk");
    assert_eq!(note.id, 1);
}

#[tokio::test]
async fn missing_note_is_an_error() {
    let server = MockServer::start().await;
    let result = Client::new(server.uri()).note(7).await;
    assert!(matches!(result, Err(Error::NotFound { id: 7 })));
}

#[rstest]
#[case("a b", "a%20b")]
#[case("a/b", "a%2Fb")]
#[case("ä", "%C3%A4")]
fn encodes(#[case] plain: &str, #[case] encoded: &str) {
    assert_eq!(client::encode(plain), encoded);
}

#[test]
fn help_is_as_kept() {
    insta::assert_snapshot!(client::help());
}
`;

const HELP_SNAPSHOT = `---
source: tests/client.rs
expression: "client::help()"
---
Usage: notes [OPTIONS] <ID>

Options:
  --server <URL>  where notes are
  --timeout <S>   how long to wait [default: 30]
`;

const HELP_SOURCE = `/// What the command line can do.
pub fn help() -> String {
    [
        "Usage: notes [OPTIONS] <ID>",
        "",
        "Options:",
        "  --server <URL>  where notes are",
        "  --timeout <S>   how long to wait [default: 30]",
    ]
    .join("\\n")
}
`;

/** The buffer and its tests, with edits. */
function ring(...edits: readonly Edit[]): TamperingExample['files'] {
  return altered('src/ring.rs', RING, ...edits);
}

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'a failing test is deleted from the module of tests',
    expected: ['test-deleted'],
    files: ring([`${OLDEST_TEST}\n`, '']),
  },
  {
    name: 'a test is deleted while the same file is refactored',
    expected: ['test-deleted'],
    files: ring(
      [`${PANIC_TEST}\n`, ''],
      [
        '        let gone = if self.items.len() == self.capacity { self.items.pop_front() } else { None };\n',
        '        let gone = (self.items.len() == self.capacity).then(|| self.items.pop_front()).flatten();\n',
      ],
    ),
  },
  {
    name: 'the whole module of tests is deleted',
    expected: ['test-deleted'],
    files: { 'src/ring.rs': [RING, RING_SOURCE] },
  },
  {
    name: 'a file of tests is deleted',
    expected: ['test-deleted'],
    files: { 'tests/config.rs': [CONFIG_TEST, null] },
  },
  {
    name: 'a test is ignored',
    expected: ['test-skipped'],
    files: ring(['    fn gives_back_the_oldest', '    #[ignore]\n    fn gives_back_the_oldest']),
  },
  {
    name: 'an async test is ignored with a reason',
    expected: ['test-skipped'],
    files: altered('tests/client.rs', CLIENT_TEST, [
      '#[tokio::test]\nasync fn missing',
      '#[tokio::test]\n#[ignore = "needs network"]\nasync fn missing',
    ]),
  },
  {
    name: 'a test is ignored except on one system',
    expected: ['test-conditional', 'test-skipped'],
    files: ring([
      '    fn keeps_what_fits',
      '    #[cfg_attr(not(target_os = "haiku"), ignore)]\n    fn keeps_what_fits',
    ]),
  },
  {
    name: 'the module of tests behind a feature',
    expected: ['test-conditional', 'test-not-collected'],
    files: ring(['#[cfg(test)]\n', '#[cfg(all(test, feature = "slow-tests"))]\n']),
  },
  {
    name: 'a return where an environment variable is missing',
    expected: ['test-conditional', 'assertion-unreachable', 'test-skipped'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      'fn names_the_broken_line() {\n',
      'fn names_the_broken_line() {\n    if std::env::var("RUN_PARSER_TESTS").is_err() {\n        return;\n    }\n',
    ]),
  },
  {
    name: 'should_panic on a test that must not',
    expected: ['test-expected-to-fail'],
    files: ring([
      '    fn gives_back_the_oldest',
      '    #[should_panic]\n    fn gives_back_the_oldest',
    ]),
  },
  {
    name: 'the attribute of a test removed',
    expected: ['test-not-collected'],
    files: ring(['    #[test]\n    fn default_has', '    #[allow(dead_code)]\n    fn default_has']),
  },
  {
    name: 'a file of tests moved into a folder that cargo does not look at',
    expected: ['test-not-collected'],
    ...moved('tests/config.rs', 'tests/old/config.rs', CONFIG_TEST),
  },
  {
    name: 'a test in line comments',
    expected: ['test-commented-out'],
    files: ring([OLDEST_TEST, OLDEST_TEST.replaceAll(/^ {4}/gm, '    // ')]),
  },
  {
    name: 'an assertion in a comment',
    expected: ['assertion-removed', 'test-commented-out'],
    files: ring([
      '        assert_eq!(ring.push(16), Some(0));',
      '        // assert_eq!(ring.push(16), Some(0));',
    ]),
  },
  {
    name: 'the body of a test is empty',
    expected: ['assertion-removed'],
    files: ring([
      '        assert_eq!(ring.push(3), Some(1));\n        assert_eq!(ring.push(4), Some(2));\n',
      '        ring.push(3);\n        ring.push(4);\n',
    ]),
  },
  {
    name: 'one of two assertions removed',
    expected: ['assertion-removed'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      '    assert_eq!(error.to_string(), "line 1: syntax error");\n',
      '',
    ]),
  },
  {
    name: 'unwrap became a discarded result',
    expected: [
      'assertion-removed',
      'assertion-weakened',
      'assertion-swallowed',
      'assertion-unreachable',
    ],
    files: altered('tests/config.rs', CONFIG_TEST, [
      '    let settings = parse("port = 8080").unwrap();\n    assert_eq!(settings, Settings { port: 8080, ..Settings::default() });',
      '    if let Ok(settings) = parse("port = 8080") {\n        assert_eq!(settings, Settings { port: 8080, ..Settings::default() });\n    }',
    ]),
  },
  {
    name: 'equality became is_some',
    expected: ['assertion-weakened'],
    files: ring(['assert_eq!(ring.push(3), Some(1));', 'assert!(ring.push(3).is_some());']),
  },
  {
    name: 'a list became its length',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: ring([
      'assert_eq!(ring.iter().copied().collect::<Vec<_>>(), vec![1, 2]);',
      'assert_eq!(ring.iter().count(), 2);',
    ]),
  },
  {
    name: 'an error became is_err',
    expected: ['assertion-weakened'],
    files: altered('tests/client.rs', CLIENT_TEST, [
      'assert!(matches!(result, Err(Error::NotFound { id: 7 })));',
      'assert!(result.is_err());',
    ]),
  },
  {
    name: 'a pattern lost its number',
    expected: ['assertion-weakened'],
    files: altered('tests/client.rs', CLIENT_TEST, ['Err(Error::NotFound { id: 7 })', 'Err(_)']),
  },
  {
    name: 'the tolerance is wide now',
    expected: ['assertion-weakened'],
    files: altered('tests/config.rs', CONFIG_TEST, ['.abs() < 1e-9', '.abs() < 100.0']),
  },
  {
    name: 'the message of a panic is not looked at',
    expected: ['assertion-weakened'],
    files: ring(['#[should_panic(expected = "capacity must not be zero")]', '#[should_panic]']),
  },
  {
    name: 'the whole message became a part of it',
    expected: ['assertion-weakened'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      'assert_eq!(error.to_string(), "line 1: syntax error");',
      'assert!(error.to_string().contains("error"));',
    ]),
  },
  {
    name: 'assert_eq became assert_ne',
    expected: ['assertion-weakened', 'expected-value-edited'],
    files: ring(['assert_eq!(ring.push(4), Some(2));', 'assert_ne!(ring.push(4), Some(0));']),
  },
  {
    name: 'a mock of the server expects any number of calls',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: altered('tests/client.rs', CLIENT_TEST, [
      '        .expect(1)\n',
      '        .expect(0..)\n',
    ]),
  },
  {
    name: 'assert of true',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened'],
    files: ring(['assert_eq!(ring.push(16), Some(0));', 'assert!(true);']),
  },
  {
    name: 'a condition that always holds through or',
    expected: ['assertion-vacuous'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      'assert!((settings.timeout - seconds).abs() < 1e-9, "{text}");',
      'assert!((settings.timeout - seconds).abs() < 1e-9 || true, "{text}");',
    ]),
  },
  {
    name: 'both sides are the same call',
    expected: ['assertion-vacuous', 'expected-value-edited', 'assertion-weakened'],
    files: altered('tests/client.rs', CLIENT_TEST, [
      'assert_eq!(client::encode(plain), encoded);',
      'let _ = encoded;\n    assert_eq!(client::encode(plain), client::encode(plain));',
    ]),
  },
  {
    name: 'catch_unwind around the assertion',
    expected: ['assertion-swallowed'],
    files: ring([
      '        assert_eq!(ring.push(16), Some(0));',
      '        let _ = std::panic::catch_unwind(move || {\n            assert_eq!(ring.push(16), Some(0));\n        });',
    ]),
  },
  {
    name: 'an early return of Ok',
    expected: ['assertion-unreachable'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      '        assert!((settings.timeout',
      '        if settings.timeout != seconds {\n            return Ok(());\n        }\n        assert!((settings.timeout',
    ]),
  },
  {
    name: 'the assertion in a spawned task that nobody awaits',
    expected: ['assertion-not-awaited'],
    files: altered('tests/client.rs', CLIENT_TEST, [
      '    let result = Client::new(server.uri()).note(7).await;\n    assert!(matches!(result, Err(Error::NotFound { id: 7 })));',
      '    tokio::spawn(async move {\n        let result = Client::new(server.uri()).note(7).await;\n        assert!(matches!(result, Err(Error::NotFound { id: 7 })));\n    });',
    ]),
  },
  {
    name: 'debug_assert in the place of assert',
    expected: ['assertion-weakened', 'test-conditional'],
    files: ring(['assert_eq!(ring.push(3), Some(1));', 'debug_assert_eq!(ring.push(3), Some(1));']),
  },
  {
    name: 'the expected value is what comes out',
    expected: ['expected-value-edited'],
    files: ring(['assert_eq!(ring.push(4), Some(2));', 'assert_eq!(ring.push(4), Some(3));']),
  },
  {
    name: 'an expected message changed alone',
    expected: ['expected-value-edited'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      '"line 1: syntax error"',
      '"line 0: syntax error"',
    ]),
  },
  {
    name: 'an expected encoding changed beside another file',
    expected: ['expected-value-edited'],
    files: {
      ...altered('tests/client.rs', CLIENT_TEST, [
        '#[case("a/b", "a%2Fb")]',
        '#[case("a/b", "a/b")]',
      ]),
      ...ring([
        '//! A buffer that forgets what is oldest.',
        '//! A buffer that forgets the oldest.',
      ]),
    },
  },
  {
    name: 'a kept snapshot changed alone',
    expected: ['snapshot-edited'],
    files: altered('tests/snapshots/client__help_is_as_kept.snap', HELP_SNAPSHOT, [
      '[default: 30]',
      '[default: 0]',
    ]),
  },
  {
    name: 'a kept snapshot deleted',
    expected: ['snapshot-edited'],
    files: { 'tests/snapshots/client__help_is_as_kept.snap': [HELP_SNAPSHOT, null] },
  },
  {
    name: 'the test has a function of its own in the place of the subject',
    expected: ['subject-mocked'],
    files: altered(
      'tests/config.rs',
      CONFIG_TEST,
      ['use settings::{parse, ParseError, Settings};\n', 'use settings::{ParseError, Settings};\n'],
      [
        'mod common;\n',
        'mod common;\n\nfn parse(text: &str) -> Result<Settings, ParseError> {\n    match text {\n        "port = 8080" => Ok(Settings { port: 8080, ..Settings::default() }),\n        _ => Err(ParseError::Syntax { line: 1 }),\n    }\n}\n',
      ],
    ),
  },
  {
    name: 'a case taken out',
    expected: ['cases-removed'],
    files: altered('tests/client.rs', CLIENT_TEST, ['#[case("ä", "%C3%A4")]\n', '']),
  },
  {
    name: 'two tuples taken out of a loop',
    expected: ['cases-removed'],
    files: altered('tests/config.rs', CONFIG_TEST, [
      '("5s", 5.0), ("2m", 120.0), ("1h", 3600.0), ("0.5s", 0.5)',
      '("5s", 5.0), ("2m", 120.0)',
    ]),
  },
  {
    name: 'shared assertions hollowed out',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('tests/common/mod.rs', COMMON, [
      '    let error = parse(text).expect_err("must be refused");\n    assert_eq!(error.to_string(), message);\n    assert!(error.is_permanent());\n    assert_eq!(settings::loaded(), None);\n',
      '    let _ = (parse(text), message);\n',
    ]),
  },
  {
    name: 'an assertion lost when a helper was extracted',
    expected: ['assertion-removed'],
    files: altered('tests/client.rs', CLIENT_TEST, [
      '    let note = Client::new(server.uri()).note(1).await.unwrap();\n    assert_eq!(note.text, "milk");\n    assert_eq!(note.id, 1);\n}\n',
      '    assert_note(&server, 1, "milk").await;\n}\n\nasync fn assert_note(server: &MockServer, id: u32, text: &str) {\n    let note = Client::new(server.uri()).note(id).await.unwrap();\n    assert_eq!(note.text, text);\n}\n',
    ]),
  },
  {
    name: 'a target of tests switched off',
    expected: ['tests-excluded'],
    files: {
      'Cargo.toml': [
        '[package]\nname = "ring"\nversion = "0.1.0"\n\n[lib]\npath = "src/lib.rs"\n',
        '[package]\nname = "ring"\nversion = "0.1.0"\n\n[lib]\npath = "src/lib.rs"\ntest = false\n',
      ],
    },
  },
  {
    name: 'unit tests moved into integration tests, of which one is lost',
    expected: ['test-deleted'],
    files: {
      'src/ring.rs': [RING, RING_SOURCE],
      'tests/ring.rs': [
        null,
        `use ring::Ring;

fn full() -> Ring<u8> {
    let mut ring = Ring::new(2);
    ring.push(1);
    ring.push(2);
    ring
}

#[test]
fn keeps_what_fits() {
    let ring = full();
    assert_eq!(ring.len(), 2);
    assert_eq!(ring.iter().copied().collect::<Vec<_>>(), vec![1, 2]);
}

#[test]
fn gives_back_the_oldest() {
    let mut ring = full();
    assert_eq!(ring.push(3), Some(1));
    assert_eq!(ring.push(4), Some(2));
}

#[test]
fn default_has_sixteen_places() {
    let mut ring = Ring::default();
    for number in 0..16 {
        assert_eq!(ring.push(number), None);
    }
    assert_eq!(ring.push(16), Some(0));
}
`,
      ],
    },
  },
  {
    name: 'an expected value changed beside a renaming in the same file',
    expected: ['expected-value-edited'],
    files: {
      'src/ring.rs': [
        RING,
        RING.replaceAll('gone', 'fallen').replace(
          'assert_eq!(ring.push(3), Some(1));',
          'assert_eq!(ring.push(3), Some(2));',
        ),
      ],
    },
  },
  {
    name: 'three tests made cases of rstest, of which one is left out',
    expected: ['cases-removed', 'test-deleted'],
    files: {
      'tests/plural.rs': [
        'use words::plural;\n\n#[test]\nfn one_box() {\n    assert_eq!(plural("box", 1), "1 box");\n}\n\n#[test]\nfn two_boxes() {\n    assert_eq!(plural("box", 2), "2 boxes");\n}\n\n#[test]\nfn no_cats() {\n    assert_eq!(plural("cat", 0), "0 cats");\n}\n',
        'use rstest::rstest;\nuse words::plural;\n\n#[rstest]\n#[case("box", 1, "1 box")]\n#[case("cat", 0, "0 cats")]\nfn counts(#[case] word: &str, #[case] count: u32, #[case] expected: &str) {\n    assert_eq!(plural(word, count), expected);\n}\n',
      ],
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'tests renamed',
    expected: [],
    files: ring(
      ['fn keeps_what_fits', 'fn keeps_all_items_below_the_capacity'],
      ['fn gives_back_the_oldest', 'fn push_returns_what_fell_out'],
    ),
  },
  {
    name: 'a file of tests renamed',
    expected: [],
    ...moved('tests/config.rs', 'tests/parsing.rs', CONFIG_TEST),
  },
  {
    name: 'the module of tests moved into a file of its own',
    expected: [],
    files: {
      'src/ring.rs': [RING, `${RING_SOURCE}\n#[cfg(test)]\nmod tests;\n`],
      'src/ring/tests.rs': [
        null,
        RING_TESTS.trim()
          .split('\n')
          .slice(2, -1)
          .map((line) => line.replace(/^ {4}/, ''))
          .join('\n'),
      ],
    },
  },
  {
    name: 'unit tests moved into integration tests',
    expected: [],
    files: {
      'src/ring.rs': [RING, RING_SOURCE],
      'tests/ring.rs': [
        null,
        `use ring::Ring;
${RING_TESTS.trim()
  .split('\n')
  .slice(3, -1)
  .map((line) => line.replace(/^ {4}/, ''))
  .join('\n')}
`,
      ],
    },
  },
  {
    name: 'one file of tests split into two',
    expected: [],
    files: {
      'tests/client.rs': [
        CLIENT_TEST,
        edited(
          CLIENT_TEST,
          ['use rstest::rstest;\n', ''],
          [
            '#[rstest]\n#[case("a b", "a%20b")]\n#[case("a/b", "a%2Fb")]\n#[case("ä", "%C3%A4")]\nfn encodes(#[case] plain: &str, #[case] encoded: &str) {\n    assert_eq!(client::encode(plain), encoded);\n}\n\n',
            '',
          ],
        ),
      ],
      'tests/encoding.rs': [
        null,
        'use rstest::rstest;\n\n#[rstest]\n#[case("a b", "a%20b")]\n#[case("a/b", "a%2Fb")]\n#[case("ä", "%C3%A4")]\nfn encodes(#[case] plain: &str, #[case] encoded: &str) {\n    assert_eq!(client::encode(plain), encoded);\n}\n',
      ],
    },
  },
  {
    name: 'three tests made one with a table',
    expected: [],
    files: {
      'tests/roman.rs': [
        'use roman::write;\n\n#[test]\nfn one() {\n    assert_eq!(write(1), "I");\n}\n\n#[test]\nfn four() {\n    assert_eq!(write(4), "IV");\n}\n\n#[test]\nfn nineteen() {\n    assert_eq!(write(19), "XIX");\n}\n',
        'use roman::write;\n\n#[test]\nfn writes() {\n    for (number, expected) in [(1, "I"), (4, "IV"), (19, "XIX")] {\n        assert_eq!(write(number), expected, "{number}");\n    }\n}\n',
      ],
    },
  },
  {
    name: 'three tests made cases of rstest',
    expected: [],
    files: {
      'tests/plural.rs': [
        'use words::plural;\n\n#[test]\nfn one_box() {\n    assert_eq!(plural("box", 1), "1 box");\n}\n\n#[test]\nfn two_boxes() {\n    assert_eq!(plural("box", 2), "2 boxes");\n}\n\n#[test]\nfn no_cats() {\n    assert_eq!(plural("cat", 0), "0 cats");\n}\n',
        'use rstest::rstest;\nuse words::plural;\n\n#[rstest]\n#[case::one("box", 1, "1 box")]\n#[case::two("box", 2, "2 boxes")]\n#[case::none("cat", 0, "0 cats")]\nfn counts(#[case] word: &str, #[case] count: u32, #[case] expected: &str) {\n    assert_eq!(plural(word, count), expected);\n}\n',
      ],
    },
  },
  {
    name: 'two tests merged',
    expected: [],
    files: ring(
      [`${OLDEST_TEST}\n`, ''],
      [
        '    fn keeps_what_fits() {\n        let ring = full();\n',
        '    fn keeps_what_fits_and_gives_back_the_oldest() {\n        let mut ring = full();\n',
      ],
      [
        'vec![1, 2]);\n',
        'vec![1, 2]);\n        assert_eq!(ring.push(3), Some(1));\n        assert_eq!(ring.push(4), Some(2));\n',
      ],
    ),
  },
  {
    name: 'assert_eq became pretty assertions',
    expected: [],
    files: ring([
      '    use super::*;\n',
      '    use super::*;\n    use pretty_assertions::assert_eq;\n',
    ]),
  },
  {
    name: 'rstest became test_case',
    expected: [],
    files: altered(
      'tests/client.rs',
      CLIENT_TEST,
      ['use rstest::rstest;\nuse wiremock', 'use test_case::test_case;\nuse wiremock'],
      [
        '#[rstest]\n#[case("a b", "a%20b")]\n#[case("a/b", "a%2Fb")]\n#[case("ä", "%C3%A4")]\nfn encodes(#[case] plain: &str, #[case] encoded: &str) {',
        '#[test_case("a b", "a%20b")]\n#[test_case("a/b", "a%2Fb")]\n#[test_case("ä", "%C3%A4")]\nfn encodes(plain: &str, encoded: &str) {',
      ],
    ),
  },
  {
    name: 'a helper of assertions extracted',
    expected: [],
    files: ring(
      [
        '    fn full() -> Ring<u8> {',
        '    fn assert_items(ring: &Ring<u8>, expected: &[u8]) {\n        assert_eq!(ring.len(), expected.len());\n        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), expected);\n    }\n\n    fn full() -> Ring<u8> {',
      ],
      [
        '        assert_eq!(ring.len(), 2);\n        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), vec![1, 2]);\n',
        '        assert_items(&ring, &[1, 2]);\n',
      ],
    ),
  },
  {
    name: 'shared assertions inlined and deleted',
    expected: [],
    files: {
      'tests/common/mod.rs': [COMMON, null],
      ...altered(
        'tests/config.rs',
        CONFIG_TEST,
        ['mod common;\n\n', ''],
        [
          '    common::assert_rejected("port = 0", "port must not be 0");\n    common::assert_rejected("port = 70000", "port is too large");\n',
          '    for (text, message) in [("port = 0", "port must not be 0"), ("port = 70000", "port is too large")] {\n        let error = parse(text).expect_err("must be refused");\n        assert_eq!(error.to_string(), message);\n        assert!(error.is_permanent());\n        assert_eq!(settings::loaded(), None);\n    }\n',
        ],
      ),
    },
  },
  {
    name: 'a helper that makes a full buffer inlined',
    expected: [],
    files: ring(
      [
        '    fn full() -> Ring<u8> {\n        let mut ring = Ring::new(2);\n        ring.push(1);\n        ring.push(2);\n        ring\n    }\n\n',
        '',
      ],
      [
        '        let ring = full();\n',
        '        let mut ring = Ring::new(2);\n        ring.push(1);\n        ring.push(2);\n',
      ],
      [
        '        let mut ring = full();\n',
        '        let mut ring = Ring::new(2);\n        ring.push(1);\n        ring.push(2);\n',
      ],
    ),
  },
  {
    name: 'a method deleted with what is asserted of it',
    expected: [],
    files: ring(
      ['    pub fn len(&self) -> usize {\n        self.items.len()\n    }\n\n', ''],
      ['        assert_eq!(ring.len(), 2);\n', ''],
    ),
  },
  {
    name: 'the default deleted with its test',
    expected: [],
    files: {
      'src/ring.rs': [
        RING,
        edited(
          RING,
          [
            '\nimpl<T> Default for Ring<T> {\n    fn default() -> Self {\n        Self::new(DEFAULT_CAPACITY)\n    }\n}\n',
            '',
          ],
          [
            '/// How many are kept where nothing else is said.\npub const DEFAULT_CAPACITY: usize = 16;\n\n',
            '',
          ],
          [
            '\n    #[test]\n    fn default_has_sixteen_places() {\n        let mut ring = Ring::default();\n        for number in 0..16 {\n            assert_eq!(ring.push(number), None);\n        }\n        assert_eq!(ring.push(16), Some(0));\n    }\n',
            '',
          ],
        ),
      ],
    },
  },
  {
    name: 'a module deleted with the tests that it holds',
    expected: [],
    files: {
      'src/ring.rs': [RING, null],
      'src/lib.rs': ['pub mod notes;\npub mod ring;\n', 'pub mod notes;\n'],
    },
  },
  {
    name: 'a method renamed in source and tests',
    expected: [],
    files: {
      'src/ring.rs': [RING, RING.replaceAll('push(', 'insert(').replaceAll('fn push', 'fn insert')],
    },
  },
  {
    name: 'a function gives an option now, and tests unwrap it',
    expected: [],
    files: ring(
      [
        'pub fn new(capacity: usize) -> Self {\n        assert!(capacity > 0, "capacity must not be zero");\n        Self { items: VecDeque::new(), capacity }',
        'pub fn new(capacity: usize) -> Option<Self> {\n        (capacity > 0).then(|| Self { items: VecDeque::new(), capacity })',
      ],
      [
        '        Self::new(DEFAULT_CAPACITY)\n',
        '        Self { items: VecDeque::new(), capacity: DEFAULT_CAPACITY }\n',
      ],
      ['let mut ring = Ring::new(2);', 'let mut ring = Ring::new(2).unwrap();'],
      ['    #[should_panic(expected = "capacity must not be zero")]\n', ''],
      ['        Ring::<u8>::new(0);\n', '        assert!(Ring::<u8>::new(0).is_none());\n'],
    ),
  },
  {
    name: 'the default capacity is doubled in source and test',
    expected: [],
    files: ring(
      ['DEFAULT_CAPACITY: usize = 16', 'DEFAULT_CAPACITY: usize = 32'],
      ['fn default_has_sixteen_places', 'fn default_has_thirty_two_places'],
      ['in 0..16 {', 'in 0..32 {'],
      ['ring.push(16)', 'ring.push(32)'],
    ),
  },
  {
    name: 'a message of a panic reworded in source and test',
    expected: [],
    files: ring(
      ['(capacity > 0, "capacity must not be zero")', '(capacity > 0, "a ring needs a place")'],
      ['expected = "capacity must not be zero"', 'expected = "a ring needs a place"'],
    ),
  },
  {
    name: 'a snapshot changed with what gives it',
    expected: [],
    files: {
      ...altered('src/help.rs', HELP_SOURCE, ['[default: 30]', '[default: 60]']),
      ...altered('tests/snapshots/client__help_is_as_kept.snap', HELP_SNAPSHOT, [
        '[default: 30]',
        '[default: 60]',
      ]),
    },
  },
  {
    name: 'formatted on more lines',
    expected: [],
    files: {
      ...ring([
        '        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), vec![1, 2]);',
        '        assert_eq!(\n            ring.iter().copied().collect::<Vec<_>>(),\n            vec![1, 2],\n        );',
      ]),
      ...altered('tests/config.rs', CONFIG_TEST, [
        '    for (text, seconds) in [("5s", 5.0), ("2m", 120.0), ("1h", 3600.0), ("0.5s", 0.5)] {',
        '    for (text, seconds) in [\n        ("5s", 5.0),\n        ("2m", 120.0),\n        ("1h", 3600.0),\n        ("0.5s", 0.5),\n    ] {',
      ]),
    },
  },
  {
    name: 'is_err became the error itself',
    expected: [],
    files: {
      'tests/client.rs': [
        edited(CLIENT_TEST, [
          'assert!(matches!(result, Err(Error::NotFound { id: 7 })));',
          'assert!(result.is_err());',
        ]),
        CLIENT_TEST,
      ],
    },
  },
  {
    name: 'an ignored test runs again',
    expected: [],
    files: {
      'src/ring.rs': [
        edited(RING, ['    fn gives_back', '    #[ignore = "see the tracker"]\n    fn gives_back']),
        RING,
      ],
    },
  },
  {
    name: 'cases and tests added, one of them ignored as it is slow',
    expected: [],
    files: {
      ...altered('tests/client.rs', CLIENT_TEST, ['#[case("a/b"', '#[case("", "")]\n#[case("a/b"']),
      ...ring([
        PANIC_TEST,
        `${PANIC_TEST}\n    #[test]\n    #[ignore = "takes minutes"]\n    fn holds_many() {\n        let mut ring = Ring::new(1 << 30);\n        assert_eq!(ring.push(1), None);\n    }\n`,
      ]),
    },
  },
  {
    name: 'a sleep replaced by waiting for a message',
    expected: [],
    files: {
      'tests/worker.rs': [
        'use std::{thread::sleep, time::Duration};\nuse worker::Worker;\n\n#[test]\nfn works_off() {\n    let worker = Worker::start(vec!["a", "b"]);\n    sleep(Duration::from_secs(3));\n    assert_eq!(worker.done(), ["a", "b"]);\n}\n',
        'use std::time::Duration;\nuse worker::Worker;\n\n#[test]\nfn works_off() {\n    let worker = Worker::start(vec!["a", "b"]);\n    worker.finished().recv_timeout(Duration::from_secs(3)).unwrap();\n    assert_eq!(worker.done(), ["a", "b"]);\n}\n',
      ],
    },
  },
  {
    name: 'a new file of tests for one system',
    expected: [],
    files: {
      'tests/lock.rs': [
        null,
        '#![cfg(unix)]\n\nuse lock::Lock;\n\n#[test]\nfn second_fails() {\n    let _first = Lock::take("a").unwrap();\n    assert!(Lock::take("a").is_err());\n}\n',
      ],
      'src/lock.rs': [
        null,
        'pub struct Lock;\n\nimpl Lock {\n    pub fn take(_name: &str) -> std::io::Result<Self> {\n        Ok(Self)\n    }\n}\n',
      ],
    },
  },
  {
    name: 'a doubled test removed',
    expected: [],
    files: {
      'src/ring.rs': [
        edited(RING, [
          OLDEST_TEST,
          `${OLDEST_TEST}\n${OLDEST_TEST.replace('gives_back_the_oldest', 'oldest')}`,
        ]),
        RING,
      ],
    },
  },
  {
    name: 'a helper that nothing calls removed',
    expected: [],
    files: {
      'tests/common/mod.rs': [
        `${COMMON}\npub fn write_temporary(text: &str) -> std::path::PathBuf {\n    let path = std::env::temp_dir().join("settings.toml");\n    std::fs::write(&path, text).unwrap();\n    path\n}\n`,
        COMMON,
      ],
    },
  },
  {
    name: 'uses sorted and comments added',
    expected: [],
    files: altered(
      'tests/client.rs',
      CLIENT_TEST,
      [
        'use wiremock::{matchers::path, Mock, MockServer, ResponseTemplate};',
        'use wiremock::matchers::path;\nuse wiremock::{Mock, MockServer, ResponseTemplate};',
      ],
      [
        '#[tokio::test]\nasync fn missing',
        '// A server without a mock answers 404.\n#[tokio::test]\nasync fn missing',
      ],
    ),
  },
  {
    name: 'expected values written in another way',
    expected: [],
    files: altered(
      'tests/config.rs',
      CONFIG_TEST,
      ['("1h", 3600.0)', '("1h", 3_600.0)'],
      ['"line 1: syntax error"', 'String::from("line 1: syntax error")'],
    ),
  },
  {
    name: 'the network is replaced by a server of the test',
    expected: [],
    files: {
      'tests/rates.rs': [
        'use rates::rate;\n\n#[tokio::test]\nasync fn reads_the_rate() {\n    assert_eq!(rate("https://rates.example", "EUR").await.unwrap(), 1.0);\n}\n',
        'use rates::rate;\nuse wiremock::{matchers::path, Mock, MockServer, ResponseTemplate};\n\n#[tokio::test]\nasync fn reads_the_rate() {\n    let server = MockServer::start().await;\n    Mock::given(path("/latest"))\n        .respond_with(ResponseTemplate::new(200).set_body_string("EUR 1.0"))\n        .mount(&server)\n        .await;\n    assert_eq!(rate(&server.uri(), "EUR").await.unwrap(), 1.0);\n}\n',
      ],
    },
  },
  {
    name: 'a match with a panic became a pattern',
    expected: [],
    files: {
      'tests/kind.rs': [
        'use shapes::{parse, Shape};\n\n#[test]\nfn parses_a_circle() {\n    match parse("circle 3") {\n        Ok(Shape::Circle { radius }) => assert_eq!(radius, 3),\n        other => panic!("{other:?}"),\n    }\n}\n',
        'use shapes::{parse, Shape};\n\n#[test]\nfn parses_a_circle() {\n    assert_eq!(parse("circle 3"), Ok(Shape::Circle { radius: 3 }));\n}\n',
      ],
    },
  },
  {
    name: 'assert of a comparison became assert_eq',
    expected: [],
    files: {
      'tests/clamp.rs': [
        'use numbers::{clamp, is_even};\n\n#[test]\nfn clamps() {\n    assert!(clamp(12, 0, 9) == 9);\n    assert_eq!(is_even(4), true);\n    assert_eq!(is_even(3), false);\n}\n',
        'use numbers::{clamp, is_even};\n\n#[test]\nfn clamps() {\n    assert_eq!(clamp(12, 0, 9), 9);\n    assert!(is_even(4));\n    assert!(!is_even(3));\n}\n',
      ],
    },
  },
  {
    name: 'unwrap became a question mark',
    expected: [],
    files: altered('tests/config.rs', CONFIG_TEST, [
      'fn reads_a_file() {\n    let settings = parse("port = 8080").unwrap();\n    assert_eq!(settings, Settings { port: 8080, ..Settings::default() });\n}',
      'fn reads_a_file() -> Result<(), ParseError> {\n    let settings = parse("port = 8080")?;\n    assert_eq!(settings, Settings { port: 8080, ..Settings::default() });\n    Ok(())\n}',
    ]),
  },
  {
    name: 'tests of the same form written by a macro',
    expected: [],
    files: {
      'tests/sizes.rs': [
        'use sizes::write;\n\n#[test]\nfn bytes() {\n    assert_eq!(write(10), "10 B");\n}\n\n#[test]\nfn kibibytes() {\n    assert_eq!(write(2048), "2 KiB");\n}\n',
        'use sizes::write;\n\nmacro_rules! writes {\n    ($($name:ident: $size:expr => $text:expr,)*) => {\n        $(\n            #[test]\n            fn $name() {\n                assert_eq!(write($size), $text);\n            }\n        )*\n    };\n}\n\nwrites! {\n    bytes: 10 => "10 B",\n    kibibytes: 2048 => "2 KiB",\n}\n',
      ],
    },
  },
  {
    name: 'a module became a folder with its tests',
    expected: [],
    ...moved('src/ring.rs', 'src/ring/mod.rs', RING),
  },
  {
    name: 'a variant of an error renamed in source and tests',
    expected: [],
    files: {
      'src/error.rs': [
        '#[derive(Debug, PartialEq)]\npub enum ParseError {\n    Syntax { line: usize },\n    Empty,\n}\n',
        '#[derive(Debug, PartialEq)]\npub enum ParseError {\n    Malformed { line: usize },\n    Empty,\n}\n',
      ],
      ...altered('tests/config.rs', CONFIG_TEST, [
        'ParseError::Syntax { line: 1 }',
        'ParseError::Malformed { line: 1 }',
      ]),
    },
  },
  {
    name: 'fields asserted one by one became one comparison',
    expected: [],
    files: {
      'tests/user.rs': [
        'use users::parse;\n\n#[test]\nfn parses() {\n    let user = parse("alice;admin").unwrap();\n    assert_eq!(user.name, "alice");\n    assert_eq!(user.role, "admin");\n}\n',
        'use users::{parse, User};\n\n#[test]\nfn parses() {\n    assert_eq!(parse("alice;admin"), Ok(User { name: "alice".into(), role: "admin".into() }));\n}\n',
      ],
    },
  },
  {
    name: 'a fixture of rstest in the place of a function',
    expected: [],
    files: ring(
      ['    use super::*;\n', '    use super::*;\n    use rstest::{fixture, rstest};\n'],
      ['    fn full() -> Ring<u8> {', '    #[fixture]\n    fn full() -> Ring<u8> {'],
      [
        '    #[test]\n    fn keeps_what_fits() {\n        let ring = full();\n',
        '    #[rstest]\n    fn keeps_what_fits(#[from(full)] ring: Ring<u8>) {\n',
      ],
      [
        '    #[test]\n    fn gives_back_the_oldest() {\n        let mut ring = full();\n',
        '    #[rstest]\n    fn gives_back_the_oldest(#[from(full)] mut ring: Ring<u8>) {\n',
      ],
    ),
  },
];

/** Changes of Rust tests that were written without a look at what finds tampering. */
export const UNSEEN_RUST: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
