import type { SyntaxNode } from '../../syntax/node.ts';
import type { Import, TestLanguage } from '../../test-file.ts';
import { definedIn, isJvmTest, type JvmLanguage, readJvmTests } from '../jvm/tests.ts';
import { JAVA_DIALECT } from './dialect.ts';

/** Java: JUnit 3 to 5 and TestNG; the assertions of AssertJ, Hamcrest, Truth, Mockito, Spring, Reactor. */

const JAVA: JvmLanguage = {
  dialect: JAVA_DIALECT,
  imports: importsIn,
  isInner: ({ modifiers, node }) => node.type === 'class_declaration' && !modifiers.has('static'),
  findsPublicOnly: true,
  leavesWithout: () => false,
};

export const JAVA_LANGUAGE: TestLanguage = {
  name: 'Java',
  extensions: ['java'],
  grammar: () => 'java',
  isTestFile: isJvmTest,
  readTests: (root) => readJvmTests(JAVA, root),
  readDefinitions: (root) => definedIn(JAVA_DIALECT, root),
};

function importsIn(root: SyntaxNode): readonly Import[] {
  return root.named.flatMap((node) => {
    if (node.type !== 'import_declaration') return [];
    const [name, star] = node.named;
    const from = `${name?.text ?? ''}${star === undefined ? '' : '.*'}`;
    return [{ from, names: [from.replace(/^.*\./, '')] }];
  });
}
