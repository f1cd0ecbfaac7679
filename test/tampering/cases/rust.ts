import type { TamperingKind } from '../../../src/tampering/change.ts';
import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { edited } from './edited.ts';

const PROGRAM = `use std::collections::HashMap;

#[derive(Debug, PartialEq)]
pub enum Error {
    Empty,
    Syntax(usize),
}

/// Reads "a=1;b=2" as pairs.
pub fn parse(text: &str) -> Result<HashMap<String, i64>, Error> {
    if text.is_empty() {
        return Err(Error::Empty);
    }
    text.split(';').enumerate().map(|(at, part)| pair(part).ok_or(Error::Syntax(at))).collect()
}

fn pair(part: &str) -> Option<(String, i64)> {
    let (name, value) = part.split_once('=')?;
    Some((name.to_string(), value.parse().ok()?))
}

/// Gives the mean of all values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Shows pairs in the order of their names.
pub fn render(pairs: &HashMap<String, i64>) -> String {
    let mut names: Vec<_> = pairs.keys().collect();
    names.sort();
    names.iter().map(|name| format!("{name}={}", pairs[*name])).collect::<Vec<_>>().join(";")
}

/// Panics where there are no pairs.
pub fn first(text: &str) -> i64 {
    *parse(text).expect("pairs").values().next().unwrap()
}
`;

const MODULE = `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_pairs() {
        let pairs = parse("a=1;b=2").unwrap();
        assert_eq!(pairs.len(), 2);
        assert_eq!(pairs["a"], 1);
        assert_eq!(pairs["b"], 2);
    }

    #[test]
    fn refuses_nothing() {
        assert_eq!(parse(""), Err(Error::Empty));
    }

    #[test]
    fn says_where_it_fails() {
        let error = parse("a=1;b").unwrap_err();
        assert_eq!(error, Error::Syntax(1));
    }

    #[test]
    fn gives_the_mean() {
        let result = mean(&[1.0, 2.0]);
        assert!((result - 1.5).abs() < 1e-9);
    }

    #[test]
    fn shows_pairs_in_order() {
        let pairs = parse("b=2;a=1").unwrap();
        assert_eq!(render(&pairs), "a=1;b=2");
    }

    #[test]
    #[should_panic(expected = "pairs")]
    fn panics_without_pairs() {
        first("");
    }
}
`;

const LIBRARY = PROGRAM + MODULE;

const CASES_TEST = `use rstest::rstest;
use shapes::{area, scale, Shape};

#[rstest]
#[case(Shape::Square(2), 4)]
#[case(Shape::Square(0), 0)]
#[case(Shape::Rectangle(2, 3), 6)]
fn gives_the_area(#[case] shape: Shape, #[case] expected: u32) {
    assert_eq!(area(&shape), expected);
}

#[test]
fn scales_all() {
    for (factor, expected) in [(1, 2), (2, 4), (10, 20)] {
        assert_eq!(scale(2, factor), expected);
    }
}

fn assert_scaled(shape: Shape, expected: u32) {
    let scaled = shape.scaled(3);
    assert_eq!(area(&scaled), expected);
    assert!(scaled.is_valid());
}

#[test]
fn scales_a_square() {
    assert_scaled(Shape::Square(1), 9);
}
`;

const SERVER_TEST = `use server::{Client, Status};

#[tokio::test]
async fn answers_with_the_user() {
    let client = Client::connect("127.0.0.1:0").await.unwrap();
    let response = client.get("/users/7").await.unwrap();
    assert_eq!(response.status(), Status::Ok);
    assert_eq!(response.body(), r#"{"id":7,"name":"ann"}"#);
}

#[tokio::test]
async fn answers_with_not_found() {
    let client = Client::connect("127.0.0.1:0").await.unwrap();
    let response = client.get("/users/8").await.unwrap();
    assert_eq!(response.status(), Status::NotFound);
}

#[test]
fn shows_the_page() {
    insta::assert_snapshot!(server::page("ann"), @"<h1>ann</h1>");
}
`;

type Edit = readonly [from: string, to: string];

/** An example that edits one file only. */
function one(
  name: string,
  expected: readonly TamperingKind[],
  [path, text]: readonly [string, string],
  ...edits: readonly Edit[]
): TamperingExample {
  return { name, expected, files: { [path]: [text, edited(text, ...edits)] } };
}

const library = ['src/lib.rs', LIBRARY] as const;
const shapes = ['tests/shapes.rs', CASES_TEST] as const;
const server = ['tests/server.rs', SERVER_TEST] as const;

const MEAN_TEST = MODULE.slice(
  MODULE.indexOf('    #[test]\n    fn gives_the_mean'),
  MODULE.indexOf('    #[test]\n    fn shows_pairs'),
);
const REFUSES_TEST = MODULE.slice(
  MODULE.indexOf('    #[test]\n    fn refuses_nothing'),
  MODULE.indexOf('    #[test]\n    fn says_where'),
);
const commented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^ {4}/, '    // '))
    .join('\n');

const VACUOUS = ['assertion-vacuous', 'assertion-weakened', 'assertion-removed'] as const;

const TAMPERED: readonly TamperingExample[] = [
  one('a test is deleted', ['test-deleted'], library, [REFUSES_TEST, '']),
  one('the module of tests is deleted', ['test-deleted'], library, [MODULE, '']),
  {
    name: 'a test file is deleted',
    expected: ['test-deleted'],
    files: { 'tests/server.rs': [SERVER_TEST, null] },
  },
  one('a test is ignored', ['test-skipped'], library, [
    '#[test]\n    fn gives_the_mean',
    '#[test]\n    #[ignore]\n    fn gives_the_mean',
  ]),
  one('a test of tokio is ignored with a reason', ['test-skipped'], server, [
    '#[tokio::test]\nasync fn answers_with_not',
    '#[tokio::test]\n#[ignore = "flaky"]\nasync fn answers_with_not',
  ]),
  one('a module of tests is never built', ['test-skipped', 'test-not-collected'], library, [
    '#[cfg(test)]',
    '#[cfg(any())]',
  ]),
  one('a test is built for a feature only', ['test-conditional', 'test-skipped'], library, [
    '#[test]\n    fn reads_pairs',
    '#[test]\n    #[cfg(feature = "slow-tests")]\n    fn reads_pairs',
  ]),
  one('a test is ignored on one system', ['test-conditional', 'test-skipped'], library, [
    '#[test]\n    fn gives_the_mean',
    '#[test]\n    #[cfg_attr(target_os = "linux", ignore)]\n    fn gives_the_mean',
  ]),
  one('a file of tests is built for a feature only', ['test-conditional', 'test-skipped'], shapes, [
    'use rstest',
    '#![cfg(feature = "all")]\nuse rstest',
  ]),
  one('a test is commented out', ['test-commented-out', 'test-deleted'], library, [
    MEAN_TEST,
    `${commented(MEAN_TEST)}\n\n`,
  ]),
  one('a test loses its attribute', ['test-not-collected', 'test-deleted'], library, [
    '    #[test]\n    fn reads_pairs',
    '    fn reads_pairs',
  ]),
  one(
    'a test must panic now',
    ['test-expected-to-fail', 'expected-value-edited', 'assertion-weakened'],
    library,
    [
      '    #[test]\n    fn refuses_nothing',
      '    #[test]\n    #[should_panic]\n    fn refuses_nothing',
    ],
  ),
  one('an assertion is dropped', ['assertion-removed'], library, [
    '        assert_eq!(pairs["b"], 2);\n',
    '',
  ]),
  one('all assertions are dropped', ['assertion-removed'], library, [
    '        assert_eq!(pairs.len(), 2);\n        assert_eq!(pairs["a"], 1);\n        assert_eq!(pairs["b"], 2);\n',
    '        let _ = pairs;\n',
  ]),
  one('a result is thrown away', ['assertion-removed'], library, [
    'assert_eq!(parse(""), Err(Error::Empty));',
    'let _ = parse("");',
  ]),
  one('a body is no longer compared', ['assertion-removed'], server, [
    '    assert_eq!(response.body(), r#"{"id":7,"name":"ann"}"#);\n',
    '',
  ]),
  one('a helper asserts less', ['assertion-removed'], shapes, [
    '    assert!(scaled.is_valid());\n',
    '',
  ]),
  one('a certain error becomes any error', ['assertion-weakened'], library, [
    'assert_eq!(parse(""), Err(Error::Empty));',
    'assert!(parse("").is_err());',
  ]),
  one('a pattern leaves the place open', ['assertion-weakened'], library, [
    'assert_eq!(error, Error::Syntax(1));',
    'assert!(matches!(parse("a=1;b"), Err(Error::Syntax(_))));',
  ]),
  one('an exact text becomes a part', ['assertion-weakened'], library, [
    'assert_eq!(render(&pairs), "a=1;b=2");',
    'assert!(render(&pairs).contains("a=1"));',
  ]),
  one('an exact text becomes not empty', ['assertion-weakened'], library, [
    'assert_eq!(render(&pairs), "a=1;b=2");',
    'assert!(!render(&pairs).is_empty());',
  ]),
  one('a count becomes more than nothing', ['assertion-weakened'], library, [
    'assert_eq!(pairs.len(), 2);',
    'assert!(pairs.len() > 0);',
  ]),
  one('equal becomes not equal', ['assertion-weakened'], server, [
    'assert_eq!(response.status(), Status::NotFound);',
    'assert_ne!(response.status(), Status::Ok);',
  ]),
  one('a tolerance is widened', ['assertion-weakened'], library, ['< 1e-9', '< 1.0']),
  one('two values may be right', ['assertion-weakened'], library, [
    'assert_eq!(pairs["a"], 1);',
    'assert!(pairs["a"] == 1 || pairs["a"] == 0);',
  ]),
  one('a message of a panic is dropped', ['assertion-weakened'], library, [
    '#[should_panic(expected = "pairs")]',
    '#[should_panic]',
  ]),
  one('true is true', VACUOUS, library, ['assert_eq!(pairs["a"], 1);', 'assert!(true);']),
  one('or true', VACUOUS, library, [
    'assert!((result - 1.5).abs() < 1e-9);',
    'assert!((result - 1.5).abs() < 1e-9 || true);',
  ]),
  one('a value compared with itself', VACUOUS, library, [
    'assert_eq!(error, Error::Syntax(1));',
    'assert_eq!(error, error);',
  ]),
  one('either ok or not', VACUOUS, library, [
    'assert_eq!(parse(""), Err(Error::Empty));',
    'let result = parse("");\n        assert!(result.is_ok() || result.is_err());',
  ]),
  one('a panic is caught and dropped', ['assertion-swallowed'], library, [
    '        assert_eq!(render(&pairs), "a=1;b=2");',
    '        let _ = std::panic::catch_unwind(|| {\n            assert_eq!(render(&pairs), "a=1;b=2");\n        });',
  ]),
  one(
    'an assertion only where it was read',
    ['assertion-unreachable', 'assertion-removed', 'test-conditional'],
    library,
    [
      '        let pairs = parse("b=2;a=1").unwrap();\n        assert_eq!(render(&pairs), "a=1;b=2");',
      '        if let Ok(pairs) = parse("b=2;a=1") {\n            assert_eq!(render(&pairs), "a=1;b=2");\n        }',
    ],
  ),
  one('the test returns first', ['assertion-unreachable'], library, [
    '        assert_eq!(pairs["a"], 1);',
    '        return;\n        assert_eq!(pairs["a"], 1);',
  ]),
  one(
    'an assertion of debug builds only',
    ['assertion-unreachable', 'assertion-weakened', 'test-conditional'],
    library,
    ['assert_eq!(render(&pairs),', 'debug_assert_eq!(render(&pairs),'],
  ),
  one('an assertion not in CI', ['assertion-unreachable', 'test-conditional'], server, [
    '    assert_eq!(response.status(), Status::NotFound);',
    '    if std::env::var("CI").is_err() {\n        assert_eq!(response.status(), Status::NotFound);\n    }',
  ]),
  one('an expected value is edited', ['expected-value-edited'], library, [
    '"a=1;b=2");\n    }\n\n    #[test]\n    #[should',
    '"b=2;a=1");\n    }\n\n    #[test]\n    #[should',
  ]),
  one('an expected error is edited', ['expected-value-edited'], library, [
    'Error::Syntax(1));',
    'Error::Syntax(0));',
  ]),
  one('an inline snapshot is edited', ['expected-value-edited', 'snapshot-edited'], server, [
    '@"<h1>ann</h1>"',
    '@"<h1></h1>"',
  ]),
  one('cases are deleted', ['cases-removed'], shapes, [
    '#[case(Shape::Square(0), 0)]\n#[case(Shape::Rectangle(2, 3), 6)]\n',
    '',
  ]),
  one('rows of a loop are deleted', ['cases-removed'], shapes, [
    '[(1, 2), (2, 4), (10, 20)]',
    '[(1, 2)]',
  ]),
];

const SHAPES_BEFORE = `use shapes::{area, Shape};

#[test]
fn gives_the_area_of_a_square() {
    assert_eq!(area(&Shape::Square(2)), 4);
}

#[test]
fn gives_the_area_of_a_rectangle() {
    assert_eq!(area(&Shape::Rectangle(2, 3)), 6);
}
`;

const HONEST: readonly TamperingExample[] = [
  one('a test is renamed', [], library, ['fn gives_the_mean', 'fn mean_of_two']),
  {
    name: 'tests are moved to a file of their own',
    expected: [],
    files: {
      'src/lib.rs': [LIBRARY, PROGRAM],
      'tests/pairs.rs': [null, MODULE.replace('\n#[cfg(test)]\nmod tests {\n    use super::*;\n', 'use pairs::*;\n').replace(/\n}\n$/, '\n').replaceAll('\n    ', '\n')],
    },
  },
  {
    name: 'a test file is moved',
    expected: [],
    files: { 'tests/server.rs': [SERVER_TEST, null], 'tests/http.rs': [null, SERVER_TEST] },
    moves: { 'tests/http.rs': 'tests/server.rs' },
  },
  {
    name: 'single tests become cases',
    expected: [],
    files: {
      'tests/area.rs': [
        SHAPES_BEFORE,
        'use rstest::rstest;\nuse shapes::{area, Shape};\n\n#[rstest]\n#[case(Shape::Square(2), 4)]\n#[case(Shape::Rectangle(2, 3), 6)]\nfn gives_the_area(#[case] shape: Shape, #[case] expected: u32) {\n    assert_eq!(area(&shape), expected);\n}\n',
      ],
    },
  },
  {
    name: 'two tests become one',
    expected: [],
    files: {
      'tests/area.rs': [
        SHAPES_BEFORE,
        'use shapes::{area, Shape};\n\n#[test]\nfn gives_the_area() {\n    assert_eq!(area(&Shape::Square(2)), 4);\n    assert_eq!(area(&Shape::Rectangle(2, 3)), 6);\n}\n',
      ],
    },
  },
  one('a comparison becomes assert_eq', [], ['tests/area.rs', SHAPES_BEFORE.replaceAll('assert_eq!(area(&Shape::Square(2)), 4)', 'assert!(area(&Shape::Square(2)) == 4)')], ['assert!(area(&Shape::Square(2)) == 4)', 'assert_eq!(area(&Shape::Square(2)), 4)']),
  one('a variable is inlined', [], library, ['        let result = mean(&[1.0, 2.0]);\n        assert!((result - 1.5)', '        assert!((mean(&[1.0, 2.0]) - 1.5)']),
  one('a variable is extracted', [], library, ['        assert_eq!(parse(""), Err(Error::Empty));', '        let result = parse("");\n        assert_eq!(result, Err(Error::Empty));']),
  one('unwrap becomes a question mark', [], library, ['fn shows_pairs_in_order() {', 'fn shows_pairs_in_order() -> Result<(), Error> {'], ['parse("b=2;a=1").unwrap();\n        assert_eq!(render(&pairs), "a=1;b=2");', 'parse("b=2;a=1")?;\n        assert_eq!(render(&pairs), "a=1;b=2");\n        Ok(())']),
  one('unwrap becomes expect', [], server, ['client.get("/users/8").await.unwrap()', 'client.get("/users/8").await.expect("an answer")']),
  one('a message is added', [], library, ['assert_eq!(pairs.len(), 2);', 'assert_eq!(pairs.len(), 2, "two pairs in {pairs:?}");']),
  one('a distance becomes approx', [], library, ['assert!((result - 1.5).abs() < 1e-9);', 'assert_abs_diff_eq!(result, 1.5, epsilon = 1e-9);']),
  one('a tolerance is narrower', [], library, ['< 1e-9', '< 1e-12']),
  one('an assertion is stronger', [], library, ['        assert_eq!(pairs.len(), 2);', '        assert_eq!(pairs.len(), 2);\n        assert!(!pairs.contains_key("c"));']),
  one('a test is added', [], library, ['    #[test]\n    fn refuses_nothing', '    #[test]\n    fn reads_one() {\n        assert_eq!(parse("a=1").unwrap()["a"], 1);\n    }\n\n    #[test]\n    fn refuses_nothing']),
  one('a case is added', [], shapes, ['#[case(Shape::Square(0), 0)]', '#[case(Shape::Square(0), 0)]\n#[case(Shape::Square(5), 25)]']),
  one('a test is formatted', [], shapes, ['[(1, 2), (2, 4), (10, 20)]', '[\n        (1, 2),\n        (2, 4),\n        (10, 20),\n    ]']),
  one('differences are shown prettily', [], library, ['    use super::*;\n', '    use super::*;\n    use pretty_assertions::assert_eq;\n']),
  one('an ignored test runs again', [], ['src/lib.rs', edited(LIBRARY, ['#[test]\n    fn gives_the_mean', '#[test]\n    #[ignore]\n    fn gives_the_mean'])], ['    #[ignore]\n', '']),
  one('a helper is inlined', [], shapes, ['fn assert_scaled(shape: Shape, expected: u32) {\n    let scaled = shape.scaled(3);\n    assert_eq!(area(&scaled), expected);\n    assert!(scaled.is_valid());\n}\n\n', ''], ['    assert_scaled(Shape::Square(1), 9);', '    let scaled = Shape::Square(1).scaled(3);\n    assert_eq!(area(&scaled), 9);\n    assert!(scaled.is_valid());']),
  one('a panic is tested by hand', [], library, ['    #[should_panic(expected = "pairs")]\n    fn panics_without_pairs() {\n        first("");', '    #[should_panic(expected = "pairs")]\n    fn panics_without_pairs() {\n        let _ = first("");']),
  {
    name: 'a test goes with its feature',
    expected: [],
    files: {
      'src/lib.rs': [
        LIBRARY,
        edited(LIBRARY, [MEAN_TEST, ''], [PROGRAM.slice(PROGRAM.indexOf('/// Gives the mean'), PROGRAM.indexOf('/// Shows pairs')), '']),
      ],
    },
  },
  {
    name: 'an expected value follows its subject',
    expected: [],
    files: {
      'src/lib.rs': [
        LIBRARY,
        edited(LIBRARY, ['.join(";")', '.join("; ")'], ['assert_eq!(render(&pairs), "a=1;b=2")', 'assert_eq!(render(&pairs), "a=1; b=2")']),
      ],
    },
  },
  {
    name: 'a function is renamed with its tests',
    expected: [],
    files: { 'src/lib.rs': [LIBRARY, LIBRARY.replaceAll('render(', 'shown(')] },
  },
  {
    name: 'a module is deleted with its tests',
    expected: [],
    files: { 'src/pairs.rs': [LIBRARY, null] },
  },
]; // biome-ignore format: tables of edits

/** Changes of Rust tests, those that weaken them first. */
export const RUST_EXAMPLES: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
