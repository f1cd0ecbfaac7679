/** Secrets in text on its way out of the machine. They are named by their kind and never shown. */

interface SecretPattern {
  readonly kind: string;
  /** Where the secret stands; what comes before it on the line, if anything, is the group `before`. */
  readonly pattern: RegExp;
}

/** An option whose value is secret whatever the program is. */
const SECRET_OPTION = String.raw`(?<![\w-])--(?:[a-z]{1,20}-){0,3}(?:password|passwd|pass|passphrase|token|secret|api-?key|access-?key|secret-?key|private-?key)`;

/** Programs that are told passwords on their command line. */
const PROGRAMS =
  'ansible|ansible-playbook|aws|az|cargo|curl|deno|docker|gcloud|gem|gh|git|glab|gpg|helm|heroku|java|keytool|kubectl|mariadb|mongosh|mvn|mysql|mysqldump|node|npm|npx|oc|openssl|pip|pnpm|podman|psql|python3?|redis-cli|ssh|terraform|twine|vault|vercel|wget|yarn';

/** A word that can be a password, but for those that follow the name of an option in a sentence. */
const PLAIN_WORD = String.raw`(?!(?:after|again|against|also|always|argument|because|before|could|does|every|first|flag|from|have|here|instead|into|itself|must|needed|never|once|only|option|over|parameter|plus|required|should|that|then|there|these|this|those|twice|unless|until|value|were|when|where|which|while|will|with|without|would)\b)[A-Za-z][\w.~-]{3,200}(?![\w.~-])`;

/**
 * What is taken for a secret. Every pattern is bounded or made of one class at a time, so that no
 * text makes it slow.
 */
const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END )[\s\S]){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'Anthropic key', pattern: /(?<![A-Za-z0-9])sk-ant-[\w-]{8,}/g },
  {
    kind: 'OpenAI key',
    pattern: /(?<![A-Za-z0-9])sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g,
  },
  {
    kind: 'GitHub token',
    pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,})/g,
  },
  {
    kind: 'GitLab token',
    pattern:
      /(?<![A-Za-z0-9])(?:gl(?:pat|dt|rt|cbt|ptt|oas|agent|imt|ft|ffct|soat)-|GR1348941)[\w-]{16,}/g,
  },
  {
    kind: 'Slack token',
    pattern: /(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10,}|(?<![A-Za-z0-9])xapp-[\w-]{10,}/g,
  },
  {
    kind: 'webhook address',
    pattern:
      /https:\/\/(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/[\w/-]{8,}/g,
  },
  { kind: 'AWS key', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  {
    kind: 'Google key',
    pattern:
      /(?<![A-Za-z0-9])AIza[\w-]{30,}|(?<![A-Za-z0-9])ya29\.[\w-]{20,}|(?<![A-Za-z0-9])GOCSPX-[\w-]{20,}/g,
  },
  {
    kind: 'Stripe key',
    pattern:
      /(?<![A-Za-z0-9])(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|(?<![A-Za-z0-9])whsec_\w{16,}/g,
  },
  { kind: 'npm token', pattern: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/g },
  { kind: 'PyPI token', pattern: /(?<![A-Za-z0-9])pypi-[\w-]{30,}/g },
  { kind: 'Hugging Face token', pattern: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,}/g },
  { kind: 'Docker token', pattern: /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[\w-]{16,}/g },
  {
    // Only behind programs that take a password there: for others -p is a port, a path or a project.
    kind: 'password of a command',
    pattern:
      /(?<before>\b(?:sshpass\s{1,4}-p\s{0,4}|redis-cli\b[^\n|;&]{0,200}?\s-a\s{1,4}|(?:mysql|mariadb)[\w-]{0,8}\b[^\n|;&]{0,200}?\s-p|mongo(?:sh|dump|restore|export|import)?\b[^\n|;&]{0,200}?\s-p\s{1,4}|(?:docker|podman|oc|az|helm registry)\s{1,4}login\b[^\n|;&]{0,200}?\s-p\s{1,4}|curl\b[^\n|;&]{0,200}?\s(?:-u|--user)\s{0,4}["']?[^\s:"']{1,100}:(?!\/\/)))["']?[^\s"']{3,200}/g,
  },
  {
    // MySQL asks for the password here and takes the next word for a database: what looks like a secret
    // was meant as one.
    kind: 'password of a command',
    pattern:
      /(?<before>\b(?:mysql|mariadb)[\w-]{0,8}\b[^\n|;&]{0,200}?\s-p\s{1,4})(?=[^\s"']{0,100}[A-Za-z])(?=[^\s"']{0,100}[\d!@#%^*+=])["']?[^\s"'[-][^\s"']{3,200}/g,
  },
  {
    kind: 'password of a command',
    pattern: new RegExp(
      String.raw`(?<before>${SECRET_OPTION}(?:=|["'],\s{0,4}(?=["'])|[ \t]{1,4}(?=["']|[^\s"'${'`'},;)]{0,200}[\d!@#%^*+=])))(?!["']?[$<{(-])(?:"[^"\n]{4,200}"|'[^'\n]{4,200}'|[^\s"'${'`'},;)]{4,200})`,
      'g',
    ),
  },
  {
    // A plain word behind such an option is a password in a command line and a word in a sentence ("use
    // --password when asked"). It is a command line behind a prompt or where a code span begins with a
    // program; else the word has to end the command of a well-known program, or another option follows.
    kind: 'password of a command',
    pattern: new RegExp(
      String.raw`(?<before>(?:(?:^|\n)[+>-]?[ \t]{0,8}[$%] [^\n]{0,200}?|${'`'}[\w./~-]{1,60} [^${'`'}\n]{0,200}?)${SECRET_OPTION}[ \t]{1,4})${PLAIN_WORD}`,
      'g',
    ),
  },
  {
    kind: 'password of a command',
    pattern: new RegExp(
      String.raw`(?<before>(?:(?:^|\n)[+>-]?|[;|&("'${'`'}])[ \t]{0,8}(?:[A-Z_]{1,40}=\S{0,100} ){0,4}(?:sudo )?(?:${PROGRAMS}|[~.]{0,2}/[\w./-]{1,100}) [^\n|;&]{0,200}?${SECRET_OPTION}[ \t]{1,4})${PLAIN_WORD}(?=[ \t]{0,4}(?:$|[\r\n;|&"'${'`'})\\]))`,
      'g',
    ),
  },
  {
    kind: 'password of a command',
    pattern: new RegExp(
      String.raw`(?<before>${SECRET_OPTION}[ \t]{1,4})${PLAIN_WORD}(?=[ \t]{1,4}--?[A-Za-z])`,
      'g',
    ),
  },
  {
    kind: 'password or key',
    pattern:
      /(?<before>\b(?:[A-Z][A-Z0-9]{0,20}_){0,4}(?:[A-Z][A-Z0-9]{0,20}_(?:PASS|PWD|PW|SECRET|TOKEN)|PASSWD|PASSWORD|PGPASSWORD|MYSQL_PWD)=)(?!\d{1,20}\b|(?:true|false|yes|no|on|off|null|none|undefined)\b|["']?[$<{(])(?:"[^"\n]{4,500}"|'[^'\n]{4,500}'|[^\s"'`,;()<>]{4,500})/g,
  },
  {
    kind: 'password or key',
    pattern:
      /(?<before>\b(?:[a-z0-9]{1,20}[_-]){0,3}(?:[a-z0-9]{1,20}[_-]|db|pg|my|user|smtp|mail|ftp|root|admin)pass["']?\s{0,4}[:=]\s{0,4})(?!\d{1,20}\b)(?:"[^"\n]{4,500}"|'[^'\n]{4,500}'|(?=[^\s,;]{0,500}[\d!@#%^*+])[^\s,;"'{}()[\]<>$]{4,500})/gi,
  },
  { kind: 'SendGrid key', pattern: /(?<![A-Za-z0-9])SG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'DigitalOcean token', pattern: /(?<![A-Za-z0-9])do[oprt]_v1_[a-f0-9]{32,}/g },
  {
    // Prefixes by which services have their tokens found.
    kind: 'access token',
    pattern: new RegExp(
      `(?<![A-Za-z0-9])(?:${[
        'AGE-SECRET-KEY-1[A-Z0-9]{40,}|A(?:BSK|KCp|TATT3|TCTT3)[\\w+/=-]{40,}',
        '(?:dapi|shp(?:at|ca|pa|ss)_|shippo_(?:live|test)_|pul-|rubygems_|xkeysib-|sgp_(?:local_)?)[a-fA-F0-9]{32,}',
        '(?:dp\\.(?:pt|st|ct|sa|scim|audit)|hv[sbr]|dt0[a-z]\\d\\d|[A-Za-z0-9]{14}\\.atlasv1)\\.[\\w.=-]{24,}',
        '(?:fo1|fm1[ar]|fm2|gl(?:c|sa)|ntn|sntry[su]|pscale_(?:tkn|oauth|pw)|lin_(?:api|oauth)|rdme|tfp|gsk|pnu)_[\\w+/=.-]{24,}',
        '(?:pplx|xai|NRAK|p8e)-[A-Za-z0-9]{24,}|(?:HRKU|sq0(?:atp|csp)|PMAK|FLWSECK(?:_TEST)?|tk-us)-[\\w-]{20,}',
        'pat[A-Za-z0-9]{14}\\.[a-f0-9]{40,}|ops_eyJ[\\w+/=]{40,}|sha256~[\\w-]{40,}|LTAI[A-Za-z0-9]{16,}|CLOJARS_[a-z0-9]{40,}|sm_[aps]at_[A-Za-z0-9]{16,}|duffel_(?:test|live)_[\\w=-]{30,}',
      ].join('|')})`,
      'g',
    ),
  },
  {
    // Of a netrc, on one line or several, also as a diff has them.
    kind: 'password of netrc',
    pattern:
      /(?<before>\b(?:machine[\s+]{1,8}[^\s]{1,200}|default(?=[\s+]{1,8}login\b))[\s+]{1,8}(?:(?:login|account)[\s+]{1,8}[^\s]{1,200}[\s+]{1,8}){0,2}password[\s+]{1,8})[^\s]{1,200}/g,
  },
  {
    // Of kubectl, docker and npm: keys and passwords in base64.
    kind: 'password or key',
    pattern:
      /(?<before>(?:\bclient-key-data["']?\s{0,4}:|["']auth["']\s{0,4}:|(?<![A-Za-z0-9])_auth\s{0,4}[=:])\s{0,4}["']?)[\w+/-]{6,}={0,2}/g,
  },
  { kind: 'Telegram token', pattern: /\b\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g },
  { kind: 'JSON web token', pattern: /(?<![A-Za-z0-9])eyJ[\w-]{8,}\.eyJ[\w-]{4,}\.[\w-]{8,}/g },
  {
    kind: 'password in a URL',
    pattern:
      /(?<before>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,200}:)[^\s@/"'<>]{1,200}(?=@)/gi,
  },
  {
    kind: 'authorization header',
    pattern:
      /(?<before>\b(?:authorization|proxy-authorization)["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer |basic |token |digest )?)(?!(?:bearer|basic|token|digest) )[\w.+/=~-]{6,}/gi,
  },
  { kind: 'bearer token', pattern: /(?<before>\bbearer )[\w.+/=~-]{16,}/gi },
  {
    kind: 'cookie',
    pattern: /(?<before>\b(?:set-cookie|cookie)\s{0,4}:\s{0,4})[^\s=;]{1,100}=[^\s;]{8,}/gi,
  },
  {
    kind: 'password or key',
    pattern:
      /(?<before>(?:passwo?r?d|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|account[_-]?key|private[_-]?key|encryption[_-]?key|client[_-]?secret|credentials?)(?:[_-]\w{1,20})?["']?\s{0,4}(?:[:=]|=>|:=)\s{0,4})(?:"(?:[^"\\\n]|\\.){4,500}"|'(?:[^'\\\n]|\\.){4,500}'|(?=[^\s,;]{0,500}[\d!@#$%^&*+/])[^\s,;"'{}()[\]<>]{6,500})/gi,
  },
];

/** How many secrets of a kind were taken out of a text. */
export interface Redacted {
  readonly kind: string;
  readonly count: number;
}

export interface Redaction {
  readonly text: string;
  readonly redacted: readonly Redacted[];
}

/** A value that is secret whatever it looks like, and what it is called where it is taken out. */
export type KnownSecret = string | { readonly value: string; readonly kind: string };

/** What a value is called that comes without a name. */
const OWN_KEY = 'own API key';

/** Shorter ones would be found by chance. */
const SHORTEST_KNOWN_SECRET = 8;

/**
 * The text with every secret replaced by a mark, `[redacted: kind]`. `known` are values that are secret
 * whatever they look like, such as the key that this run uses. What was redacted before stays as it is:
 * a redacted text gives itself, with nothing counted.
 */
export function redactSecrets(text: string, known: readonly KnownSecret[] = []): Redaction {
  const counts = new Map<string, number>();
  const marks = createMarks(text);
  const takenOut = (kind: string): string => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return marks.standInFor(`[redacted: ${kind}]`);
  };
  let clean = marks.hidden(text);
  for (const { kind, value } of longestFirst(known)) {
    clean = clean.replaceAll(value, () => takenOut(kind));
  }
  // A secret that was taken out can have kept another from being seen: `mysql -pone -ptwo`.
  for (let before = ''; before !== clean; ) {
    before = clean;
    for (const { kind, pattern } of PATTERNS) {
      clean = clean.replace(pattern, (match: string, ...rest: unknown[]) => {
        const lead = textBefore(rest.at(-1));
        return marks.isAllOf(match.slice(lead.length)) ? match : `${lead}${takenOut(kind)}`;
      });
    }
  }
  const redacted = [...counts].map(([kind, count]) => ({ kind, count }));
  return { text: marks.shown(clean), redacted };
}

/** The marks of a text. While patterns are looked for, each mark is one character that fits none of them. */
interface Marks {
  standInFor(mark: string): string;
  /** The text with stand-ins for its marks. */
  hidden(text: string): string;
  /** The text with its marks for their stand-ins. */
  shown(text: string): string;
  /** Whether a text has marks, and no letter or digit beside them. */
  isAllOf(text: string): boolean;
}

const MARK = /\[redacted: [\w ]{1,40}\]/g;
const PRIVATE_USE = /[\ue000-\uf8ff]/g;
const FIRST_PRIVATE_USE = 0xe000;
const LAST_PRIVATE_USE = 0xf8ff;

/** `text`: what the stand-ins must not occur in; they are private-use characters that it does not hold. */
function createMarks(text: string): Marks {
  const own = new Set(text.match(PRIVATE_USE));
  const standIns = new Map<string, string>();
  const marks = new Map<string, string>();
  let next = FIRST_PRIVATE_USE;
  const standInFor = (mark: string): string => {
    const known = standIns.get(mark);
    if (known !== undefined) return known;
    while (own.has(String.fromCharCode(next)) && next < LAST_PRIVATE_USE) next += 1;
    const standIn = String.fromCharCode(next);
    // Where more marks are made up than there are characters, the last character stands for the rest.
    next = Math.min(next + 1, LAST_PRIVATE_USE);
    standIns.set(mark, standIn);
    marks.set(standIn, mark);
    return standIn;
  };
  return {
    standInFor,
    hidden: (shown) => shown.replace(MARK, standInFor),
    shown: (hidden) => hidden.replace(PRIVATE_USE, (one) => marks.get(one) ?? one),
    isAllOf: (part) => !/\w/.test(part) && [...part].some((one) => marks.has(one)),
  };
}

/** Known secrets without blanks at their ends, the longest first: one may be the beginning of another. */
function longestFirst(
  known: readonly KnownSecret[],
): readonly { readonly value: string; readonly kind: string }[] {
  return known
    .map((secret) => (typeof secret === 'string' ? { value: secret, kind: OWN_KEY } : secret))
    .map(({ kind, value }) => ({ kind, value: value.trim() }))
    .filter(({ value }) => value.length >= SHORTEST_KNOWN_SECRET)
    .sort((a, b) => b.value.length - a.value.length);
}

/** What a match's group `before` holds; a match without groups is followed by the whole text. */
function textBefore(groups: unknown): string {
  const isGroups = typeof groups === 'object' && groups !== null && 'before' in groups;
  return isGroups && typeof groups.before === 'string' ? groups.before : '';
}

/** Several redactions as one count per kind. */
export function mergedRedactions(parts: readonly (readonly Redacted[])[]): readonly Redacted[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of parts.flat()) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}
