/** Which files the runners of the JVM take for tests. */

const TEST_FOLDER = /(?:^|\/)(?:src\/(?:[a-zA-Z]*[tT]est[a-zA-Z]*|it|intTest)|tests?|javatests?)\//;
const TEST_NAME =
  /(?:^|\/)(?:Test[A-Z0-9]\w*|\w*(?:Tests?|TestCase|Tests?Base|IT|ITCase|Spec|Specs|Specification))\.\w+$/;
/** A class that was put aside by its name. */
const PUT_ASIDE = /(?:Disabled|Ignored|Skipped|Broken|Backup|Off|Old)\.\w+$/;

/** Whether a file of Java or Kotlin is a test by its path. */
export function isJvmTest(path: string): boolean {
  if (/(?:^|\/)src\/main\/|\.gradle(?:\.kts)?$/.test(path)) return false;
  return TEST_NAME.test(path) || (TEST_FOLDER.test(path) && !PUT_ASIDE.test(path));
}
