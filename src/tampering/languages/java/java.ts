import { jvmLanguage } from '../jvm/jvm.ts';
import { declaration, JAVA_DIALECT } from './dialect.ts';

/** Java: JUnit 3 to 5 and TestNG; the assertions of AssertJ, Hamcrest, Truth, Mockito, Spring, Reactor. */
export const JAVA_LANGUAGE = jvmLanguage({
  name: 'Java',
  extensions: ['java'],
  grammar: 'java',
  dialect: JAVA_DIALECT,
  declaration,
  isInner: ({ modifiers, node }) => node.type === 'class_declaration' && !modifiers.has('static'),
  findsPublicOnly: true,
  imported: (node) => {
    if (node.type !== 'import_declaration') return undefined;
    const [name, star] = node.named;
    const from = `${name?.text ?? ''}${star === undefined ? '' : '.*'}`;
    return { from, names: [from.replace(/^.*\./, '')] };
  },
});
