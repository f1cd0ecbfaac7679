import { describe, expect, it } from 'vitest';
import { withinTime } from '../../src/adapters/bounded-work.ts';
import { LANGUAGES } from '../../src/checks/languages.ts';
import { checkSyntax } from '../../src/checks/syntax.ts';
import {
  checkWorld,
  LANGUAGE_NAMES,
  type LanguageName,
  language,
  outcomeOfText,
} from '../rig/worlds/check-world.ts';

type Row = readonly [string, string];

const WHOLE: Readonly<Record<LanguageName, readonly Row[]>> = {
  json: [
    ['an object', '{"a": [1, 2.5e3, null, true, "\\u00e9"]}'],
    ['a bare value', '7'],
    ['a byte order mark before it', '\ufeff{}'],
    ['a key that stands there twice', '{"a": 1, "a": 2}'],
    ['braces in a text', '{"a": "{{ x }}"}'],
  ],
  jsonc: [
    ['comments of both sorts', '// a\n{ /* b */ "a": 1 }'],
    ['commas behind the last', '{"a": [1, 2,],}'],
    ['plain JSON', '{"a": 1}'],
    ['an address in a text', '{"a": "https://example.com"}'],
  ],
  yaml: [
    ['a mapping', 'a: 1\nb:\n  - x\n  - y\n'],
    ['several documents', '---\na: 1\n---\nb: 2\n...\n'],
    ['a tag that nobody knows', 'Bucket: !Ref Name\nList: !GetAtt [a, b]\n'],
    ['anchors and merges', 'a: &x {b: 1}\nc:\n  <<: *x\n'],
    ['JSON', '{"a": [1, 2]}'],
    ['nothing but a comment', '# nothing\n'],
    ['block texts', 'run: |\n  if x; then\n    y: {\n  fi\nfold: >-\n  a\n  b\n'],
    ['a template in quotes', 'a: "{{ value }}"\n'],
    ['CRLF', 'a: 1\r\nb: 2\r\n'],
  ],
  javascript: [
    ['a module', "import a from 'a';\nexport default await a();\n"],
    ['a script', 'with (a) { b = 010; }\n'],
    ['a CommonJS file that returns at its top', "if (x) return;\nmodule.exports = require('y');\n"],
    ['a hashbang', '#!/usr/bin/env node\nconst a = 1;\n'],
    ['JSX', 'const a = <A b={1} {...c}>text <></> {d}</A>;\n'],
    [
      'a private field that is asked for',
      'class A { #a; static { } has(b) { return #a in b; } }\n',
    ],
    ['optional chaining and ??=', 'a?.b?.[c]?.(); a ??= 1n; b ||= 1_000;\n'],
    ['an attribute of an import', "import a from './a.json' with { type: 'json' };\n"],
    ['a regular expression of sets', 'const a = /[\\p{L}--[a-z]]/v;\n'],
    ['a template with braces', 'const a = `{{ ${b} }}`;\n'],
    ['nothing but a comment', '// nothing\n'],
    ['a name of a module as a name in a script', 'var await = 1;\n'],
    ['using, which the language has', '{ using a = b(); }\n'],
  ],
  python: [
    ['a program', 'def f(a, /, b, *, c):\n    return [x async for x in a]\n'],
    ['a match', 'match a:\n    case {"b": [c, *_]}:\n        pass\n'],
    ['nothing but a comment', '# nothing\n'],
    ['another encoding that it names', '# -*- coding: latin-1 -*-\na = "x"\n'],
    ['a byte order mark', '\ufeffa = 1\n'],
    ['a text with braces', 'a = "{{ b }} {% c %}"\n'],
    ['a sequence that warns', 'a = "\\d"\n'],
    ['CRLF', 'if a:\r\n    b = 1\r\n'],
  ],
  sql: [
    [
      'PostgreSQL',
      "CREATE TABLE t (id bigserial PRIMARY KEY, d jsonb DEFAULT '{}'::jsonb);\nSELECT d->>'a' FROM t;",
    ],
    ['PostgreSQL, a function', 'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;'],
    [
      'SQLite',
      'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT) WITHOUT ROWID;\nPRAGMA foreign_keys = ON;',
    ],
    [
      'MySQL',
      'CREATE TABLE `t` (`id` INT NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`)) ENGINE=InnoDB;',
    ],
    ['MariaDB', 'INSERT INTO t (a) VALUES (1) RETURNING a;'],
    ['BigQuery', 'SELECT * EXCEPT (a) FROM `p.d.t` WHERE b = @b;'],
    ['parameters', 'SELECT * FROM t WHERE a = ? AND b = :b AND c = $1;'],
    ['comments', '-- a\n/* b */ SELECT 1;'],
    ['nothing but a comment', '-- nothing\n'],
    ['parameters of SQLite', 'INSERT INTO t VALUES (?1, :a) ON CONFLICT (a) DO UPDATE SET b = ?;'],
    ['settings of SQLite', "ATTACH 'a.db' AS b;\nPRAGMA b.user_version(2);\nSELECT 1;"],
    [
      'settings and parameters of SQLite',
      'PRAGMA a = ON;\nINSERT INTO t VALUES (?, 1) ON CONFLICT (a) DO UPDATE SET b = ?;',
    ],
    ['nothing at all', ''],
    ['a window', 'SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t;'],
  ],
};

const BROKEN: Readonly<Record<LanguageName, readonly Row[]>> = {
  json: [
    ['cut off', '{"a": 1'],
    ['a comment', '// a\n{}'],
    ['a comma behind the last', '[1,]'],
    ['single quotes', "{'a': 1}"],
    ['two values', '{} {}'],
    ['nothing but spaces', '   \n'],
    ['NaN', '{"a": NaN}'],
    ['null characters', '{}\0'],
  ],
  jsonc: [
    ['cut off', '{"a": 1'],
    ['a comment without an end', '{} /* a'],
    ['no comma between two', '{"a": 1 "b": 2}'],
    ['two values', '{} {}'],
    ['nothing but a comment', '// nothing'],
  ],
  yaml: [
    ['a tab as indentation', 'a:\n\tb: 1\n'],
    ['a list without an end', 'a: [1, 2\n'],
    ['a quote without an end', 'a: "b\n'],
    ['a key that stands there twice', 'a: 1\na: 2\n'],
    ['wrong indentation', 'a:\n    b: 1\n  c: 2\n'],
    ['a broken document after a whole one', '---\na: 1\n---\nb: [\n'],
  ],
  javascript: [
    ['cut off', 'function a() {'],
    ['a word too many', 'const const a = 1;'],
    ['an at sign', 'const a = @;'],
    ['a name behind a name', 'class A { access x = 1 }'],
    ['a name that is declared twice', 'let a; let a;'],
    ['TypeScript', 'const a: number = 1;'],
    ['JSON', '{"a": 1, "b": 2}'],
    ['an element without an end', 'const a = <A>;'],
    ['a text without an end', "const a = 'b;"],
    ['a bad regular expression', 'const a = /[/;'],
    ['await in a function that is not async', 'function a() { await b; }\nexport {};'],
    ['a template that is not filled in', 'const a = {{ a }};'],
    [
      'marks of a merge conflict',
      '<<<<<<< HEAD\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> other\n',
    ],
  ],
  python: [
    ['no colon', 'def f()\n    pass\n'],
    ['wrong indentation', 'if a:\nb = 1\n'],
    ['tabs and spaces', 'if a:\n\tb\n        c\n'],
    ['Python 2', 'print "a"\n'],
    ['cut off', 'a = (1,\n'],
    ['null characters', 'a = 1\0\n'],
    ['marks of a merge conflict', '<<<<<<< HEAD\na = 1\n'],
    ['a template that is not filled in', 'from {{ a.b }} import c\n'],
  ],
  sql: [
    ['a word that is wrong', 'SELEC 1;'],
    ['cut off', 'CREATE TABLE t ('],
    ['a text without an end', "SELECT 'a;"],
    ['a bracket too many', 'SELECT (1));'],
    ['FROM on a line of its own', 'SELECT a\nFROM t\nWHERE (\n'],
    ['prose', 'Please select everything from the table.'],
    ['a null character', 'SELECT 1;\0SELEC'],
    ['half a merge', 'SELECT 1;\n<<<<<<< HEAD\nSELECT 2;\n'],
  ],
};

it('every language has texts here', () => {
  expect(LANGUAGES.map(({ name }) => name)).toEqual(LANGUAGE_NAMES);
});

describe.each(LANGUAGE_NAMES)('%s', (syntax) => {
  it.each(WHOLE[syntax])('%s: whole', async (_name, text) => {
    expect(await outcomeOfText(syntax, text)).toEqual({ outcome: 'whole' });
  });

  it.each(BROKEN[syntax])('%s: broken, and said how', async (_name, text) => {
    const outcome = await outcomeOfText(syntax, text);
    expect(outcome).toEqual({ outcome: 'broken', detail: expect.stringMatching(/\S/) });
  });

  it('what is no text is broken', async () => {
    const outcome = await outcomeOfText(syntax, Buffer.from([0xff, 0xfe, 0x41, 0x80]));
    expect(outcome.outcome).toBe('broken');
  });

  it('several files come out in their order', async () => {
    const texts = [...WHOLE[syntax], ...BROKEN[syntax], ...WHOLE[syntax]];
    const contents = texts.map(([, text]) => Buffer.from(text));
    const outcomes = await checkSyntax(language(syntax), contents, checkWorld());
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...WHOLE[syntax].map(() => 'whole'),
      ...BROKEN[syntax].map(() => 'broken'),
      ...WHOLE[syntax].map(() => 'whole'),
    ]);
  });

  it('no files at all have no outcomes', async () => {
    expect(await checkSyntax(language(syntax), [], checkWorld())).toEqual([]);
  });
});

it('a text that takes its parser too long is skipped, after that time', async () => {
  const text = `SELECT ${'STRUCT(ARRAY['.repeat(60)}1${'])'.repeat(60)} FRM (;`;
  const world = checkWorld({ withinTime: (work) => withinTime(work, 100) });
  const detail = 'the parser needs too long for it';
  expect(await outcomeOfText('sql', text, world)).toEqual({ outcome: 'skipped', detail });
});

it('a YAML alias of nothing is broken', async () => {
  expect(await outcomeOfText('yaml', 'a: *nowhere\n')).toMatchObject({ outcome: 'broken' });
});

describe('the place of a fault is said', () => {
  it.each<[LanguageName, string, RegExp]>([
    ['json', '{\n  "a": 1,\n}', /line 3|position 12/],
    ['jsonc', '{\n  "a" 1\n}', /line 2, column 7/],
    ['yaml', 'a: 1\nb: [\n', /line [23]/],
    ['javascript', 'const a = 1;\nconst = 2;\n', /\(2:6\)/],
    ['python', 'a = 1\nb = (\n', /at line 2/],
    ['sql', 'SELECT 1;\nSELEC 2;\n', /at line 2, column 1/],
    ['sql', "SELECT '😀';\nSELECT 'é', FROM (;", /"FROM" at line 2, column 13$/],
    ['sql', 'SELECT `a`;\nSELECT `b` FRM (;', /";" at line 2, column 17$/],
  ])('%s', async (syntax, text, place) => {
    expect(await outcomeOfText(syntax, text)).toMatchObject({
      detail: expect.stringMatching(place),
    });
  });
});

describe('a template that is not filled in is skipped, and neither passed nor failed', () => {
  it.each<[LanguageName, string, string]>([
    ['json', 'a cookie cutter', '{"a": {{ cookiecutter.a }}}'],
    ['jsonc', 'a block', '{ {% if a %}"b": 1{% endif %} }'],
    ['yaml', 'a chart', 'a: {{ .Values.a }}\n{{- if .b }}\nc: 1\n{{- end }}\n'],
    ['yaml', 'ERB', 'a:\n<%= b %>\n'],
    ['sql', 'dbt', 'SELECT * FROM {{ ref("a") }} WHERE {% if b %} 1 {% endif %}'],
  ])('%s: %s', async (syntax, _name, text) => {
    expect(await outcomeOfText(syntax, text)).toMatchObject({
      outcome: 'skipped',
      detail: expect.stringContaining('template'),
    });
  });
});

describe('another language of the same name is skipped', () => {
  it.each<[LanguageName, string, string]>([
    ['javascript', 'Flow', '// @flow\nconst a: number = 1;'],
    ['javascript', 'a decorator', 'class A { @dec() m(){} }'],
    ['javascript', 'a decorator of a class', "import a from 'a';\n@a.b\nexport class A {}"],
    ['javascript', 'a decorator of brackets', 'class A { @(a())\n b; }'],
    ['javascript', 'an accessor', 'class A { accessor x = 1 }'],
    ['javascript', 'a private accessor', 'class A { static accessor #x = 1 }'],
    ['javascript', 'a deferred import', "import defer * as a from 'a';"],
    ['javascript', 'an import of a source', "import source a from 'a.wasm';"],
    ['sql', 'DuckDB, FROM first', "FROM 'a.parquet' SELECT b;"],
    ['sql', 'DuckDB, a file', "SELECT * FROM 'a.parquet';\nSUMMARIZE t;"],
    ['sql', 'DuckDB, behind a comment', '-- a; b\nSELECT 1;\n/* c */ PIVOT t ON a USING sum(b);'],
    ['sql', 'ClickHouse', 'CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a;'],
    ['sql', 'Hive', 'CREATE TABLE t (a int) PARTITIONED BY (b string) STORED AS ORC;'],
    ['sql', 'Spark', 'SELECT a FROM t LATERAL VIEW explode(b) c AS d;'],
    ['sql', 'T-SQL, its separator', 'SELECT 1\nGO\nPRINT 1'],
    ['sql', 'T-SQL, a variable', 'DECLARE @a INT = 1;'],
    ['sql', 'T-SQL, TOP', 'SELECT TOP 5 * FROM t'],
    ['sql', 'T-SQL, brackets', 'SELECT [a] FROM [dbo].[t] WITH (NOLOCK)'],
    ['sql', 'PL/SQL', 'BEGIN\n  x := 1;\nEND;\n/\n'],
    ['sql', 'psql', '\\connect db\nSELECT 1;'],
    ['sql', "MySQL's client", 'DELIMITER //\nCREATE PROCEDURE p() BEGIN END //\nDELIMITER ;'],
  ])('%s: %s', async (syntax, _name, text) => {
    expect(await outcomeOfText(syntax, text)).toMatchObject({ outcome: 'skipped' });
  });
});

describe('nested deeper than a parser can go: skipped or judged, and never a crash', () => {
  const depth = 100_000;
  it.each<[LanguageName, string]>([
    ['json', '['.repeat(depth)],
    ['jsonc', '['.repeat(depth) + ']'.repeat(depth)],
    ['yaml', '['.repeat(5000) + ']'.repeat(5000)],
    ['javascript', `${'('.repeat(depth)}1${')'.repeat(depth)}`],
    ['javascript', '['.repeat(depth) + ']'.repeat(depth)],
    ['python', `${'('.repeat(1000)}1${')'.repeat(1000)}`],
    ['python', `${'-'.repeat(depth)}1`],
    ['sql', `SELECT ${'('.repeat(depth)}1${')'.repeat(depth)};`],
    ['sql', `SELECT ${'1+'.repeat(depth)}1 FRM (;`],
  ])('%s', async (syntax, text) => {
    expect((await outcomeOfText(syntax, text)).outcome).not.toBe('whole');
  });
});
