import { expect, it } from 'vitest';
import { checkLabel } from '../../../src/domain/base/check-label.ts';

it.each<[name: string, label: string]>([
  ['command_node --test', 'node --test'],
  ['command_node --test_output', 'node --test (output)'],
  ['file_exists_dist/app.js', 'dist/app.js'],
  ['file_nonempty_dist/app.js', 'dist/app.js (content)'],
  ['file_size_dist/app.js', 'dist/app.js (size)'],
  ['file_contains_dist/app.js', 'dist/app.js (content)'],
  ['file_type_dist', 'dist (type)'],
  ['syntax_a.json', 'a.json (syntax)'],
  ['report_written_report.json', 'report.json (report)'],
  ['report_report.json', 'report.json (report)'],
  ['report_test_adds two', 'test adds two'],
  ['tool_pytest_success', 'tool call pytest'],
  ['changed_files', 'changed files'],
  ['control', 'control'],
])('%s reads as %s', (name, label) => {
  expect(checkLabel(name)).toBe(label);
});
