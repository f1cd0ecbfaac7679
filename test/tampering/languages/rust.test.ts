import { describe, expect, it } from 'vitest';
import { READER } from '../../rig/values/reader.ts';
import { assertionLine, readFile } from '../../rig/values/told-tests.ts';

function claimed(lines: string): readonly string[] {
  const { tests } = readFile(`#[test]\nfn shop() {\n${lines}\n}`, 'tests/shop.rs');
  return tests.flatMap(({ assertions }) => assertions.map(assertionLine));
}

describe('what a test of Rust asserts', () => {
  it.each<[lines: string, ...expected: string[]]>([
    ['assert_eq!(add(1, 2), 3);', 'equal add(1,2) = 3'],
    ['return Ok(());\nassert_eq!(add(1, 2), 3);', 'equal add(1,2) = 3 @unreachable'],
    ['return;\nassert_eq!(add(1, 2), 3);', 'equal add(1,2) = 3 @unreachable'],
    ['if true {\n return;\n}\nassert_eq!(add(1, 2), 3);', 'equal add(1,2) = 3 @unreachable'],
    ['thread::spawn(move || { assert_eq!(add(1, 2), 3); });', 'equal add(1,2) = 3 @not-awaited'],
    ['tokio::spawn(async move { assert_eq!(add(1, 2), 3); });', 'equal add(1,2) = 3 @not-awaited'],
    [
      'let _ = tokio::spawn(async { assert_eq!(add(1, 2), 3); });',
      'equal add(1,2) = 3 @not-awaited',
    ],
    [
      'let task = tokio::spawn(async { assert_eq!(add(1, 2), 3); });\nlog();',
      'equal add(1,2) = 3 @not-awaited',
    ],
    [
      'let task = tokio::spawn(async { assert_eq!(add(1, 2), 3); });\ntask.await.unwrap();',
      'equal add(1,2) = 3',
    ],
    ['tokio::spawn(async { assert_eq!(add(1, 2), 3); }).await.unwrap();', 'equal add(1,2) = 3'],
    ['thread::spawn(|| { assert_eq!(add(1, 2), 3); }).join().unwrap();', 'equal add(1,2) = 3'],
    [
      'let all: Vec<_> = (0..4).map(|_| { thread::spawn(|| { assert_eq!(add(1, 2), 3); }) }).collect();\nfor one in all { one.join().unwrap(); }',
      'equal add(1,2) = 3',
    ],
    ['thread::scope(|s| { s.spawn(|| { assert_eq!(add(1, 2), 3); }); });', 'equal add(1,2) = 3'],
    ['assert_eq!(3, add(1, 2), "sum {}", 1);', 'equal add(1,2) = 3'],
    ['assert!(add(1, 2) == 3);', 'equal add(1,2) = 3'],
    ['assert!(add(1, 2).eq(&3));', 'equal add(1,2) = 3'],
    ['let sum = add(1, 2);\nassert_eq!(sum, 3);', 'equal add(1,2) = 3'],
    [
      'let sum: i32 = add(1, 2);\nlet expected = 3;\nassert_eq!(expected, sum);',
      'equal add(1,2) = 3',
    ],
    ['let mut sum = 0;\nsum += add(1, 2);\nassert_eq!(sum, 3);', 'equal sum = 3'],
    ['if add(1, 2) != 3 { panic!("x"); }', 'equal add(1,2) = 3'],
    ['assert_ne!(add(1, 2), 4);', '!equal add(1,2) = 4'],
    ['assert!(add(1, 2) != 4);', '!equal add(1,2) = 4'],
    ['assert!(ready());', 'truthy ready()'],
    ['assert!(!ready());', '!truthy ready()'],
    ['assert_eq!(ready(), true);', 'truthy ready()'],
    ['assert!(true);', 'vacuous'],
    ['assert!(ready() || true);', 'vacuous ready()'],
    ['assert_eq!(1, 1);', 'vacuous'],
    ['let x = get();\nassert_eq!(x, x);', 'vacuous get()'],
    ['assert!(items().len() >= 0);', 'vacuous items().len()'],
    ['assert!(r.is_ok() || r.is_err());', 'vacuous r'],
    ['assert!(a() == 1 && b() == 2);', 'equal a() = 1', 'equal b() = 2'],
    ['assert!(a() == 1 || a() == 2);', 'contains a() = 1 or 2'],
    ['assert!(parse("1").is_ok());', 'runs parse("1")'],
    ['assert!(parse("").is_err());', 'throws parse("")'],
    ['assert_eq!(parse("1"), Ok(1));', 'equal parse("1") = 1'],
    ['assert_eq!(parse("1").unwrap(), 1);', 'equal parse("1") = 1'],
    ['let n = parse("1")?;\nassert_eq!(n, 1);', 'equal parse("1") = 1'],
    ['let n = parse("1").expect("a number");\nassert_eq!(n, 1);', 'equal parse("1") = 1'],
    ['assert_eq!(parse(""), Err(Error::Empty));', 'throws parse("") = Error::Empty'],
    ['assert_eq!(parse("").unwrap_err(), Error::Empty);', 'throws parse("") = Error::Empty'],
    ['assert!(matches!(parse(""), Err(Error::Empty)));', 'throws parse("") = Error::Empty'],
    ['assert!(matches!(parse(""), Err(_)));', 'throws parse("")'],
    ['assert!(matches!(parse(""), Err(Error::At(_))));', 'throws parse("") = Error::At(_) ?1'],
    ['assert_matches!(parse("1"), Ok(_));', 'runs parse("1")'],
    ['assert!(matches!(shape(), Shape::Square { .. }));', 'matches shape() = Shape::Square{..} ?1'],
    [
      'let error = parse("").unwrap_err();\nassert_eq!(error.to_string(), "empty");',
      'throws parse("")',
      'throws parse("") = "empty"',
    ],
    [
      'let error = parse("").unwrap_err();\nassert!(error.to_string().contains("em"));',
      'throws parse("")',
      'throws parse("") = "em" ?1',
    ],
    ['assert_eq!(find(1), None);', 'equal find(1) = None'],
    ['assert!(find(1).is_none());', 'equal find(1) = None'],
    ['assert!(find(1).is_some());', 'defined find(1)'],
    ['assert_eq!(find(1), Some(2));', 'equal find(1) = 2'],
    ['assert_eq!(items().len(), 3);', 'count items() = 3'],
    ['assert!(items().is_empty());', 'count items() = 0'],
    ['assert!(!items().is_empty());', 'defined items()'],
    ['assert!(page().contains("x"));', 'contains page() = "x"'],
    ['assert!(page().starts_with("x"));', 'contains page() = "x"'],
    ['assert!(count() > 3);', 'compares count() = >3'],
    ['assert!(3 < count());', 'compares count() = >3'],
    ['assert!((mean(&v) - 2.5).abs() < 1e-9);', 'near mean(&v) = 2.5 ~1e-9'],
    [
      'assert!((mean(&v) - 2.5).abs() < f64::EPSILON);',
      'near mean(&v) = 2.5 ~2.220446049250313e-16',
    ],
    ['assert_relative_eq!(mean(&v), 2.5, epsilon = 0.01);', 'near mean(&v) = 2.5 ~0.01'],
    ['assert_abs_diff_eq!(mean(&v), 2.5);', 'near mean(&v) = 2.5'],
    ['prop_assert_eq!(add(a, 0), a);', 'equal add(a,0) = a'],
    ['debug_assert_eq!(add(1, 2), 3);', 'equal add(1,2) = 3 @conditional'],
    ['insta::assert_debug_snapshot!(tree());', 'snapshot tree()'],
    ['insta::assert_snapshot!("tree", tree(), @"x");', 'snapshot tree() = "x"'],
    ['assert_that!(add(1, 2), eq(3));', 'equal add(1,2) = 3'],
    ['assert_user_active!(user);', 'custom user = assert_user_active'],
    ['assert_valid(&order);', 'custom order = assert_valid'],
    ['if let Ok(n) = parse("1") { assert_eq!(n, 1); }', 'equal parse("1") = 1 @conditional'],
    [
      'if let Ok(n) = parse("1") { assert_eq!(n, 1); } else { panic!() }',
      'runs parse("1")',
      'equal parse("1") = 1',
    ],
    [
      'match parse("1") { Ok(n) => assert_eq!(n, 1), Err(e) => panic!("{e}") }',
      'runs parse("1")',
      'equal parse("1") = 1',
    ],
    [
      'match parse("1") {\n Ok(n) => assert_eq!(n, 1),\n Err(_) => {}\n}',
      'equal parse("1") = 1 @conditional',
    ],
    [
      'match parse("") { Err(Error::Empty) => {}, other => panic!("{other:?}") }',
      'throws parse("") = Error::Empty',
    ],
    ['if cfg!(windows) { assert_eq!(a(), 1); }', 'equal a() = 1 @conditional'],
    ['if cfg!(windows) { return; }\nassert_eq!(a(), 1);', 'equal a() = 1 @conditional'],
    ['return;\nassert_eq!(a(), 1);', 'equal a() = 1 @unreachable'],
    ['if false { assert_eq!(a(), 1); }', 'equal a() = 1 @unreachable'],
    ['let _ = std::panic::catch_unwind(|| { assert_eq!(a(), 1); });', 'equal a() = 1 @swallowed'],
    [
      'let r = std::panic::catch_unwind(|| a());\nassert!(r.is_err());',
      'throws std::panic::catch_unwind(||a())',
    ],
    ['let _ = a();'],
    ['for (a, b) in [(1, 2)] { assert_eq!(twice(a), b); }', 'equal twice(a) = b'],
    ['thread::spawn(move || { assert_eq!(a(), 1); }).join().unwrap();', 'equal a() = 1'],
    ['assert_eq!(fetch("/").await.unwrap(), 1);', 'equal fetch("/") = 1'],
    ['assert_eq!(parse("a").unwrap()["a"], 1);', 'equal parse("a")["a"] = 1'],
    [
      'let error = parse("").unwrap_err();\nassert_eq!(error, error);',
      'throws parse("")',
      'vacuous parse("").unwrap_err()',
    ],
    ['assert_eq!("1".parse::<i32>().unwrap(), 1);', 'equal "1".parse::<i32>() = 1'],
  ])('%s', (lines, ...expected) => {
    expect(claimed(lines)).toEqual(expected);
  });
});

describe('which tests a file of Rust has, and whether they run', () => {
  it.each<[text: string, ...tests: string[]]>([
    ['#[test]\nfn a() {}', 'a runs'],
    ['fn a() {}'],
    ['#[tokio::test(flavor = "multi_thread")]\nasync fn a() {}', 'a runs'],
    ['#[test]\n#[ignore]\nfn a() {}', 'a skipped'],
    ['#[ignore = "slow"]\n#[test]\nfn a() {}', 'a skipped'],
    ['#[test]\n#[cfg(any())]\nfn a() {}', 'a skipped'],
    ['#[test]\n#[cfg(target_os = "linux")]\nfn a() {}', 'a conditional'],
    ['#[test]\n#[cfg_attr(windows, ignore)]\nfn a() {}', 'a conditional'],
    ['#[test]\n#[cfg_attr(all(), ignore)]\nfn a() {}', 'a skipped'],
    ['#[cfg(test)]\nmod tests {\n #[test]\n fn a() {}\n}', 'tests/a runs'],
    [
      '#[cfg(all(test, feature = "x"))]\nmod tests {\n #[test]\n fn a() {}\n}',
      'tests/a conditional',
    ],
    ['#[cfg(not(test))]\nmod tests {\n #[test]\n fn a() {}\n}', 'tests/a skipped'],
    ['#![cfg(feature = "x")]\n#[test]\nfn a() {}', 'a conditional'],
    [
      '#[rstest]\n#[case(1, 2)]\n#[case::big(3,4,)]\nfn a(#[case] x: i32, #[case] y: i32) {}',
      'a runs 1,2;3,4',
    ],
    ['#[rstest]\nfn a(#[values(1, 2)] x: i32) {}', 'a runs 1;2'],
    [
      '#[test_case(1 => 2; "one")]\n#[test_case(2 => 4)]\nfn a(x: i32) -> i32 { twice(x) }',
      'a runs 1=>2;"one";2=>4',
    ],
    [
      '#[test]\nfn a() {\n let cases = vec![(1, 2), (3, 4)];\n for (x, y) in cases.iter() { assert_eq!(x, y); }\n}',
      'a runs (1,2);(3,4)',
    ],
    [
      'proptest! {\n #![proptest_config(few())]\n #[test]\n fn a(x in 0..9) { prop_assert!(x < 9); }\n}',
      'a runs',
    ],
    ['#[test]\n#[should_panic]\nfn a() { assert_eq!(b(), 1); }', 'a expected-to-fail'],
    ['#[bench]\nfn a(b: &mut Bencher) {}'],
    [
      'macro_rules! adds {\n ($name:ident, $a:expr, $b:expr) => {\n #[test]\n fn $name() { assert_eq!(twice($a), $b); }\n };\n}\nadds!(one, 1, 2);\nadds!(two, 2, 4);',
      'one runs 1,2',
      'two runs 2,4',
    ],
    [
      'macro_rules! adds {\n ($($name:ident: $value:expr,)*) => {\n $(\n #[test]\n fn $name() { assert_eq!(twice($value.0), $value.1); }\n )*\n };\n}\nadds! {\n one: (1, 2),\n two: (2, 4),\n}',
      'one runs (1,2)',
      'two runs (2,4)',
    ],
    ['macro_rules! adds { ($name:ident) => { fn $name() {} }; }\nadds!(one);'],
  ])('%s', (text, ...expected) => {
    const seen = readFile(text, 'src/shop.rs').tests.map(({ cases, mode, name, suites }) =>
      `${[...suites, name].join('/')} ${mode} ${cases.join(';')}`.trim(),
    );
    expect(seen).toEqual(expected);
  });

  it.each([
    ['#[should_panic]', 'throws explode(1)'],
    ['#[should_panic(expected = "boom")]', 'throws explode(1) = "boom"'],
  ])('%s', (attribute, expected) => {
    const { tests } = readFile(`#[test]\n${attribute}\nfn a() { explode(1); }`, 'tests/a.rs');
    expect(tests.flatMap(({ assertions }) => assertions.map(assertionLine))).toEqual([expected]);
  });

  it.each([
    ['src/lib.rs', 'pub fn a() {}', false],
    ['src/lib.rs', '#[cfg(test)]\nmod tests {}', true],
    ['src/lib.rs', '#[tokio::test]\nasync fn a() {}', true],
    ['tests/a.rs', '', true],
    ['tests/it/main.rs', '', true],
    ['tests/common/mod.rs', '', true],
    ['tests/common/cart.rs', 'pub fn a() {}', false],
    ['tests/it/cart.rs', '#[test]\nfn a() {}', true],
    ['tests/ui/cart.rs', '#[test]\nfn a() {}', false],
  ])('%s with %s is a test file: %s', (path, text, expected) => {
    expect(READER.languageOf(path)?.isTestFile(path, text)).toBe(expected);
  });

  it('tells the program from its tests, helpers and doubles', () => {
    const text = `/// Adds.\npub fn add(a: i32) -> i32 { assert!(a > 0); a }\nimpl Cart { fn total(&self) -> u32 { 0 } }
#[cfg(test)]\nmod tests {\n use super::*;\n fn check(n: i32) { assert_eq!(n, 1); }
 #[test]\n fn a() { let mut store = MockStore::new(); store.expect_get().returning(|_| 1); check(add(1)); }\n}`;
    const file = readFile(text, 'src/lib.rs');
    expect(READER.readDefinitions('src/lib.rs', text).map(({ name }) => name)).toEqual([
      'add',
      'Cart',
      'total',
    ]);
    expect(READER.readDefinitions('src/lib.rs', text)[0]?.text).toBe(
      'pub fn add(a:i32)->i32{assert!(a>0);a}\n/// Adds.',
    );
    expect(file.helpers.map(({ name }) => name)).toEqual(['check']);
    expect(file.definitions.map(({ name }) => name)).toEqual(['add', 'Cart', 'total', 'check']);
    expect(file.tests[0]?.doubles.map(({ target }) => target)).toEqual(['store.get']);
    expect(file.tests[0]?.calls).toEqual(['MockStore::new', 'check', 'add']);
    expect(file.imports).toEqual([{ from: 'super', names: ['*'] }]);
  });

  it('sees the run end early', () => {
    const { stops } = readFile('#[test]\nfn a() { std::process::exit(0); }', 'tests/a.rs');
    expect(stops).toEqual([{ line: 2, text: 'process::exit(0)' }]);
  });
});
