import type { TamperingExample } from '../rig/values/tampering-example.ts';
import { CONFIGURATION_EXAMPLES } from './cases/configuration.ts';
import { GO_EXAMPLES } from './cases/go.ts';
import { JAVASCRIPT_EXAMPLES } from './cases/javascript.ts';
import { JVM_EXAMPLES } from './cases/jvm.ts';
import { PYTHON_EXAMPLES } from './cases/python.ts';
import { RUST_EXAMPLES } from './cases/rust.ts';
import { UNSEEN_CONFIGURATION } from './unseen/configuration.ts';
import { UNSEEN_GO } from './unseen/go.ts';
import { UNSEEN_JAVASCRIPT } from './unseen/javascript.ts';
import { UNSEEN_JVM } from './unseen/jvm.ts';
import { UNSEEN_PYTHON } from './unseen/python.ts';
import { UNSEEN_RUST } from './unseen/rust.ts';
import { SECOND_CONFIGURATION } from './unseen-again/configuration.ts';
import { SECOND_GO } from './unseen-again/go.ts';
import { SECOND_JAVASCRIPT } from './unseen-again/javascript.ts';
import { SECOND_JVM } from './unseen-again/jvm.ts';
import { SECOND_PYTHON } from './unseen-again/python.ts';
import { SECOND_RUST } from './unseen-again/rust.ts';

type Examples = Readonly<Record<string, readonly TamperingExample[]>>;

/** Written together with the rules, by language. */
export const OWN_EXAMPLES: Examples = {
  'JavaScript and TypeScript': JAVASCRIPT_EXAMPLES,
  Python: PYTHON_EXAMPLES,
  Go: GO_EXAMPLES,
  Rust: RUST_EXAMPLES,
  'Java and Kotlin': JVM_EXAMPLES,
  configuration: CONFIGURATION_EXAMPLES,
};

/** Written by others who had not seen the rules. */
export const UNSEEN_EXAMPLES: Examples = {
  'JavaScript and TypeScript': UNSEEN_JAVASCRIPT,
  Python: UNSEEN_PYTHON,
  Go: UNSEEN_GO,
  Rust: UNSEEN_RUST,
  'Java and Kotlin': UNSEEN_JVM,
  configuration: UNSEEN_CONFIGURATION,
};

/** Written by others again, of other projects, after what the first ones showed was mended. */
export const SECOND_EXAMPLES: Examples = {
  'JavaScript and TypeScript': SECOND_JAVASCRIPT,
  Python: SECOND_PYTHON,
  Go: SECOND_GO,
  Rust: SECOND_RUST,
  'Java and Kotlin': SECOND_JVM,
  configuration: SECOND_CONFIGURATION,
};
