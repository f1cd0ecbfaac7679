import { fingerprintSync, hasSqlDetails, loadModule, parseSync } from 'libpg-query';
import { Parser as BigQueryParser } from 'node-sql-parser/build/bigquery.js';
import { Parser as MariaDbParser } from 'node-sql-parser/build/mariadb.js';
import { Parser as MySqlParser } from 'node-sql-parser/build/mysql.js';
import { Parser as SqliteParser } from 'node-sql-parser/build/sqlite.js';
import { isObject } from '../../domain/base/document.ts';
import { NotParsed } from './not-parsed.ts';
import type { FindSyntaxFault } from './syntax-outcome.ts';

/** The dialects beside PostgreSQL's. */
const DIALECTS = [
  { database: 'sqlite', Parser: SqliteParser },
  { database: 'mysql', Parser: MySqlParser },
  { database: 'mariadb', Parser: MariaDbParser },
  { database: 'bigquery', Parser: BigQueryParser },
];

/** Longest that these may take for a text: they need twice the time for each further level of some nestings. */
const LONGEST_PARSE_MS = 10_000;

/** Statements of SQLite that its parser does not know. */
const SQLITE_SETTING =
  /^[ \t]*(?:PRAGMA[ \t]+[\w.]+[ \t]*(?:=[ \t]*[^\s;()]+|\([^;()\n]*\))?|ATTACH[ \t]+(?:DATABASE[ \t]+)?'[^'\n]*'[ \t]+AS[ \t]+\w+|DETACH[ \t]+\w+)[ \t]*(?:;|$)/gim;

/** Marks of dialects that the parser does not know: T-SQL, PL/SQL, dumps, commands of a client. */
const OTHER_DIALECT =
  /^\s*GO\s*;?\s*$|\[\w[\w ]*\]\s*\.|\bDECLARE\s+@|\bSELECT\s+TOP\b|^\s*\/\s*$|^\s*\\\w|^\s*(?:DELIMITER|SET\s+SQLPROMPT|PROMPT|VACUUM|LOCK|UNLOCK|COPY|USE)\b|^\\\.|\bENGINE\s*=|\bunsigned\b|\bENUM\s*\(|\bON\s+UPDATE\s+CURRENT_TIMESTAMP|\bAUTO_INCREMENT\b|\b(?:STAGE|WAREHOUSE|PACKAGE|VARCHAR2|NVARCHAR)\b/im;

/** How statements of DuckDB, ClickHouse, Hive, Spark, Trino and Snowflake begin that no dialect above has. */
const STATEMENT_OF_ANALYSTS =
  /(?:^|;)\s*(?:FROM|PIVOT|UNPIVOT|SUMMARIZE|INSTALL|OPTIMIZE|REFRESH|MSCK|SYSTEM|EXPORT|IMPORT|PUT|GET|LIST|UNSET|DESC|DESCRIBE|DETACH|CACHE|UNCACHE|EXCHANGE|KILL|UNLOAD)\b/i;

/** What they have within statements. */
const WORDS_OF_ANALYSTS =
  /\bFROM\s+'[^'\n]*'|\b(?:read_(?:parquet|csv|csv_auto|json|json_auto)|list_transform|struct_pack|flatten|parse_json)\s*\(|\b(?:MergeTree|LATERAL\s+(?:VIEW|FLATTEN)|STORED\s+AS|TBLPROPERTIES|PARTITIONED\s+BY|ASOF\s+JOIN|POSITIONAL\s+JOIN|SEMI\s+JOIN|ANTI\s+JOIN|COLUMNS\s*\(\s*\*|USING\s+SAMPLE)/i;

const COMMENT = /--[^\n]*|\/\*[\s\S]{0,5000}?\*\//g;

function isOfAnalysts(text: string): boolean {
  const statements = text.replace(COMMENT, ' ');
  return STATEMENT_OF_ANALYSTS.test(statements) || WORDS_OF_ANALYSTS.test(statements);
}

/** Parameters in the forms of other programs, and before them what is none: texts, names and comments. */
const PARAMETER =
  /('[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]{0,5000}?\*\/)|\?\d*|(?<![:\w]):[a-z_]\w*|\$[a-z_]\w*/gi;

/** What is wrong with a text, and where: the index of its first character that is not understood. */
interface Fault {
  readonly what: string;
  readonly index: number;
}

/** The parser of SQL: a text has a fault where no dialect takes it. */
export async function loadParser(): Promise<{ readonly findFault: FindSyntaxFault }> {
  await loadModule();
  return {
    findFault: (text, { withinTime }) => {
      const fault = faultInPostgresql(text);
      if (fault === undefined) return undefined;
      if (faultInPostgresql(withNumbers(withoutSettings(text))) === undefined) return undefined;
      const looked = withinTime(() => faultInOthers(text), LONGEST_PARSE_MS);
      if (looked === undefined) throw new NotParsed('the parser needs too long for it');
      const other = looked.value;
      if (other === undefined) return undefined;
      if (OTHER_DIALECT.test(text) || isOfAnalysts(text)) {
        throw new NotParsed('it looks like an SQL dialect for which there is no parser');
      }
      return further(text, fault, other);
    },
  };
}

/** Where another dialect takes more lines than PostgreSQL, the text is of that dialect. */
function further(text: string, postgresql: Fault, other: Fault): string {
  const { index, what } = /\n/.test(text.slice(postgresql.index, other.index)) ? other : postgresql;
  const lines = text.slice(0, index).split('\n');
  return `${what} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** As long as a statement's digest is. Some faults come in its place, others are thrown. */
const FINGERPRINT = /^[0-9a-f]{16}$/;

function faultInPostgresql(text: string): Fault | undefined {
  const end = text.indexOf('\0');
  if (end >= 0) return { what: 'null character', index: end };
  if (text === '') return undefined;
  try {
    // A tree takes four times the memory of a digest, and is only made for what is wrong.
    if (FINGERPRINT.test(fingerprintSync(text))) return undefined;
  } catch {
    // The same fault is told below, with its place.
  }
  try {
    parseSync(text);
    return undefined;
  } catch (error) {
    if (!hasSqlDetails(error)) throw error;
    const { message, sqlDetails } = error;
    if (message.startsWith('memory exhausted')) throw new NotParsed('it is nested too deeply');
    return { what: message, index: indexOfCharacter(text, sqlDetails?.cursorPosition ?? 0) };
  }
}

/** PostgreSQL counts characters, of which some take two places in a text. */
function indexOfCharacter(text: string, count: number): number {
  let index = 0;
  for (let seen = 0; seen < count; seen++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}

/** The fault of the dialect that takes most of a text; undefined where one takes all of it. */
function faultInOthers(text: string): Fault | undefined {
  let furthest: Fault | undefined;
  for (const { Parser, database } of DIALECTS) {
    const known = database === 'sqlite' ? withoutSettings(text) : text;
    const index = faultIn(() => new Parser().astify(known, { database, trimQuery: false }));
    if (index === undefined) return undefined;
    if (index >= (furthest?.index ?? 0)) furthest = { what: whatAt(text, index), index };
  }
  return furthest;
}

function withoutSettings(text: string): string {
  return text.replace(SQLITE_SETTING, (found) => ' '.repeat(found.length));
}

/** A text with its parameters in the form of PostgreSQL: those of SQLite use much of its grammar. */
function withNumbers(text: string): string {
  return text.replace(PARAMETER, (_found, other?: string) => other ?? '$1');
}

/** Where a parser does not understand its text; undefined where it does. Throws where the text is nested too deeply. */
function faultIn(parse: () => unknown): number | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    const location = isObject(error) ? error['location'] : undefined;
    const start = isObject(location) ? location['start'] : undefined;
    if (error instanceof RangeError) throw error;
    // Some faults are told without their place, or as faults of the parser.
    return isObject(start) && typeof start['offset'] === 'number' ? start['offset'] : 0;
  }
}

function whatAt(text: string, index: number): string {
  const [word = ''] = /^\S{0,30}/.exec(text.slice(index, index + 30)) ?? [];
  return word === '' ? 'syntax error' : `syntax error at or near "${word}"`;
}
