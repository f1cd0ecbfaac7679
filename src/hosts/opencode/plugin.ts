/** The plugin by which OpenCode, which has no hooks of commands, asks the stop gate: `hooks/opencode-plugin.js`. */

/** What the plugin is known by, whatever its version. */
const MARK = '// completion-promise for OpenCode, version ';

/** How a plugin calls the suite's hooks. */
export interface PluginCalls {
  /** Lines for the shell. */
  readonly start: string;
  readonly prompt: string;
  readonly stop: string;
  /** After how many milliseconds a hook is ended that gives no answer. */
  readonly startMs: number;
  readonly promptMs: number;
  readonly stopMs: number;
}

const CALLS = /^const CALLS = (\{.*\});$/m;

/** The calls in a plugin of the suite, of any version; undefined where a text is none. */
export function readPlugin(text: string): { readonly calls: unknown } | undefined {
  const [, calls] = CALLS.exec(text) ?? [];
  if (!text.startsWith(MARK)) return undefined;
  try {
    return { calls: JSON.parse(calls ?? 'null') };
  } catch {
    return { calls: undefined };
  }
}

/** The plugin with its calls. `shipped`: as it comes with the suite. */
export function pluginText(shipped: string, calls: PluginCalls): string {
  return shipped.replace(CALLS, () => `const CALLS = ${JSON.stringify(calls)};`);
}
