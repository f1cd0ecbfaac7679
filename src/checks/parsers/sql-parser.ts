import { type DialectName, FormattedSyntaxError, parse } from 'sql-parser-cst';
import { NotParsed } from './not-parsed.ts';

const DIALECTS: readonly DialectName[] = ['postgresql', 'sqlite', 'mysql', 'mariadb', 'bigquery'];

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

/** The fault of an SQL text that no known dialect takes. */
export function findFault(text: string): string | undefined {
  let first: string | undefined;
  for (const dialect of DIALECTS) {
    const fault = faultIn(dialect, text);
    if (fault === undefined) return undefined;
    first ??= fault;
  }
  if (OTHER_DIALECT.test(text) || isOfAnalysts(text)) {
    throw new NotParsed('it looks like an SQL dialect for which there is no parser');
  }
  return first;
}

function faultIn(dialect: DialectName, text: string): string | undefined {
  try {
    parse(text, { dialect, paramTypes: ['?', ':name', '$name', '@name', '$nr'] });
    return undefined;
  } catch (error) {
    if (!(error instanceof FormattedSyntaxError)) throw error;
    const [what = '', , ...place] = error.message.split('\n');
    const line = /:(\d+):(\d+)$/.exec(place[0] ?? '');
    return line === null ? what : `${what} at line ${line[1]}, column ${line[2]}`;
  }
}
