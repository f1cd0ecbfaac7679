/** Files that hold keys and passwords by custom: a review names them and never shows them. */

const SECRET_NAME =
  /^(?:\.env(?:rc)?(?:[^a-z0-9].*)?|.*\.env|.*\.(?:pem|key|p12|pfx|p8|ppk|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519).*|\.npmrc|\.yarnrc\.yml|\.pypirc|\.?_?netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.htpasswd|\.?credentials.*|\.?secrets?\..*|.*\.tfvars(?:\.json)?|.*\.tfstate(?:\..*)?|service-?_?account.*\.json|.*kubeconfig.*)$/i;

const SECRET_FOLDER = /^(?:\.aws|\.ssh|\.gnupg|\.kube|\.azure|\.docker|\.gcloud)$/i;

const ENVIRONMENT_NAME = /^(?:\.env(?:rc)?(?:[^a-z0-9].*)?|.*\.env)$/i;

function partsOf(path: string): readonly string[] {
  return path.split(/[\\/]/);
}

/** Whether a file holds secrets by its name or by a folder that it lies in. */
export function isSecretPath(path: string): boolean {
  const parts = partsOf(path);
  return (
    SECRET_NAME.test(parts.at(-1) ?? '') ||
    parts.slice(0, -1).some((part) => SECRET_FOLDER.test(part))
  );
}

/** Whether a file sets variables, `NAME=value` a line. */
export function isEnvironmentFile(path: string): boolean {
  return ENVIRONMENT_NAME.test(partsOf(path).at(-1) ?? '');
}

/** Shorter values are words like `true`, a port or a country: taken out they would spoil every text. */
const SHORTEST_VALUE = 8;

/** The values that a file of variables sets: without quotes, each line of those that have several. */
export function environmentValues(text: string): readonly string[] {
  const values = new Set<string>();
  for (const [, quoted, plain] of text.replace(/^\ufeff/, '').matchAll(ASSIGNMENT)) {
    const whole = quoted === undefined ? (plain ?? '') : quoted.slice(1, -1);
    const forms = quoted === undefined ? [whole, whole.replace(/\s+#.*$/, '')] : [whole];
    for (const form of forms.flatMap((one) => [one, ...one.split(/\r?\n|\\n/)])) {
      if (form.trim().length >= SHORTEST_VALUE) values.add(form.trim());
    }
  }
  return [...values];
}

const ASSIGNMENT =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*[=:][ \t]*(?:("(?:[^"\\]|\\[\s\S])*"|'[^']*'|`[^`]*`)|([^\r\n]*))/gm;
