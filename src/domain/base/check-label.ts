/** How people read the names of checks' results. The names themselves are data that other programs read. */
const LABELS: readonly (readonly [name: RegExp, label: (subject: string) => string])[] = [
  [/^command_(.+)_output$/s, (command) => `${command} (output)`],
  [/^command_(.+)$/s, (command) => command],
  [/^file_exists_(.+)$/s, (path) => path],
  [/^file_nonempty_(.+)$/s, (path) => `${path} (content)`],
  [/^file_size_(.+)$/s, (path) => `${path} (size)`],
  [/^file_contains_(.+)$/s, (path) => `${path} (content)`],
  [/^file_type_(.+)$/s, (path) => `${path} (type)`],
  [/^syntax_(.+)$/s, (path) => `${path} (syntax)`],
  [/^report_written_(.+)$/s, (path) => `${path} (report)`],
  [/^report_test_(.+)$/s, (test) => `test ${test}`],
  [/^report_(.+)$/s, (path) => `${path} (report)`],
  [/^artifact_(.+)$/s, (path) => `${path} (artifact)`],
  [/^tool_(.+)_success$/s, (text) => `tool call ${text}`],
  [/^changed_files$/, () => 'changed files'],
];

/** The label of a result: `node --test`, of the name `command_node --test`. A name of no known form is its label. */
export function checkLabel(name: string): string {
  for (const [form, label] of LABELS) {
    const [found, subject = ''] = form.exec(name) ?? [];
    if (found !== undefined) return label(subject);
  }
  return name;
}
