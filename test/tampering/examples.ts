import type { TamperingExample } from '../rig/values/tampering-example.ts';
import { readExamples } from '../rig/values/tampering-examples.ts';

type Examples = Readonly<Record<string, readonly TamperingExample[]>>;

/** The languages that are read by a table. */
function readTables(folder: string): Examples {
  return {
    Ruby: readExamples(folder, 'ruby'),
    PHP: readExamples(folder, 'php'),
    'C#': readExamples(folder, 'csharp'),
    'C and C++': readExamples(folder, 'cpp'),
    shell: readExamples(folder, 'shell'),
  };
}

function readCollection(folder: string): Examples {
  return {
    'JavaScript and TypeScript': readExamples(folder, 'javascript'),
    Python: readExamples(folder, 'python'),
    Go: readExamples(folder, 'go'),
    Rust: readExamples(folder, 'rust'),
    'Java and Kotlin': readExamples(folder, 'jvm'),
    configuration: readExamples(folder, 'configuration'),
  };
}

/** Written together with the rules, by language. */
export const OWN_EXAMPLES = { ...readCollection('cases'), ...readTables('cases') };

/** Written by others who had not seen the rules. */
export const UNSEEN_EXAMPLES = readCollection('unseen');

/** Written by others again, of other projects, after what the first ones showed was mended. */
export const SECOND_EXAMPLES = readCollection('unseen-again');

/** Of the languages that are read by a table, written before these were. */
export const TABLE_EXAMPLES = readTables('before');
