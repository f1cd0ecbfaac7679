import { type DialectName, FormattedSyntaxError, parse } from 'sql-parser-cst';
import { NotParsed } from './not-parsed.ts';

const DIALECTS: readonly DialectName[] = ['postgresql', 'sqlite', 'mysql', 'mariadb', 'bigquery'];

/** Marks of dialects that the parser does not know: T-SQL, PL/SQL, dumps, commands of a client. */
const OTHER_DIALECT =
  /^\s*GO\s*;?\s*$|\[\w[\w ]*\]\s*\.|\bDECLARE\s+@|\bSELECT\s+TOP\b|^\s*\/\s*$|^\s*\\\w|^\s*(?:DELIMITER|SET\s+SQLPROMPT|PROMPT|VACUUM|LOCK|UNLOCK|COPY|USE)\b|^\\\.|\bENGINE\s*=|\bunsigned\b|\bENUM\s*\(|\bON\s+UPDATE\s+CURRENT_TIMESTAMP|\bAUTO_INCREMENT\b|\b(?:STAGE|WAREHOUSE|PACKAGE|VARCHAR2|NVARCHAR)\b/im;

/** The fault of an SQL text that no known dialect takes. */
export function findFault(text: string): string | undefined {
  let first: string | undefined;
  for (const dialect of DIALECTS) {
    const fault = faultIn(dialect, text);
    if (fault === undefined) return undefined;
    first ??= fault;
  }
  if (OTHER_DIALECT.test(text)) {
    throw new NotParsed('it looks like a dialect of SQL that no parser is there for');
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
