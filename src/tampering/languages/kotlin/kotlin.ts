import { jvmLanguage } from '../jvm/jvm.ts';
import { declaration, KOTLIN_DIALECT } from './dialect.ts';
import { specUnit } from './specs.ts';

/** Kotlin: JUnit, TestNG, kotlin.test, kotest and Spek; the assertions of these, AssertJ, strikt, MockK, Mockito. */
export const KOTLIN_LANGUAGE = jvmLanguage({
  name: 'Kotlin',
  extensions: ['kt', 'kts'],
  grammar: 'kotlin',
  dialect: KOTLIN_DIALECT,
  declaration,
  isInner: ({ modifiers }) => modifiers.has('inner'),
  findsPublicOnly: false,
  blockUnit: specUnit,
  imported: (node) => {
    const name = node.type === 'import' ? node.childOf('qualified_identifier') : undefined;
    if (name === undefined) return undefined;
    const from = `${name.text}${node.hasWord('*') ? '.*' : ''}`;
    const alias = node.childOf('identifier')?.text;
    return { from, names: [alias ?? from.replace(/^.*\./, '')] };
  },
});
