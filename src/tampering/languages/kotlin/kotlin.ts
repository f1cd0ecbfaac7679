import type { SyntaxNode } from '../../syntax/node.ts';
import type { Import, TestLanguage } from '../../test-file.ts';
import { definedIn, isJvmTest, type JvmLanguage, readJvmTests } from '../jvm/tests.ts';
import { elvisLeaving, KOTLIN_DIALECT } from './dialect.ts';
import { specOf } from './specs.ts';

/** Kotlin: JUnit, TestNG, kotlin.test, kotest and Spek; the assertions of these, AssertJ, strikt, MockK, Mockito. */

const KOTLIN: JvmLanguage = {
  dialect: KOTLIN_DIALECT,
  imports: importsIn,
  isInner: ({ modifiers }) => modifiers.has('inner'),
  findsPublicOnly: false,
  leavesWithout: (value) => /^return/.test(elvisLeaving(value)?.type ?? ''),
  specOf,
};

export const KOTLIN_LANGUAGE: TestLanguage = {
  name: 'Kotlin',
  extensions: ['kt', 'kts'],
  grammar: () => 'kotlin',
  isTestFile: isJvmTest,
  readTests: (root) => readJvmTests(KOTLIN, root),
  readDefinitions: (root) => definedIn(KOTLIN_DIALECT, root),
};

function importsIn(root: SyntaxNode): readonly Import[] {
  return root.named.flatMap((node) => {
    const name = node.type === 'import' ? node.childOf('qualified_identifier') : undefined;
    if (name === undefined) return [];
    const from = `${name.text}${node.hasWord('*') ? '.*' : ''}`;
    const alias = node.childOf('identifier')?.text;
    return [{ from, names: [alias ?? from.replace(/^.*\./, '')] }];
  });
}
