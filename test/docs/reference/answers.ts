import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../rig/worlds/checkout.ts';
import type { JsonSchema } from '../json-schema.ts';

/**
 * The keys of `--json` of the commands whose answer no published schema describes, by what is called. In brackets stand
 * the keys of what is inside; what stands behind a colon is prose.
 */
const ANSWERS: Readonly<Record<string, string>> = {
  'an error': 'error (kind, message, advice)',
  'cs --help': 'heading, name, summary',
  'cs do; cs promise start, adopt, release, cancel': 'id, promise, next',
  'cs promise waive': 'id, criterion, promise',
  'cs promise --add-check': 'id, criterion, checks, next',
  'cs status <id>':
    'unconfirmed: beside the promise itself, where an act in its file does not count',
  'cs meet': 'id, criterion, progress, next',
  'cs prove':
    'id, proved, criteria (ac_id, tier, source, verdict, confidence, results (name, status, detail), command (argv, exit_code, signal, started_at, duration_ms, output_tail, output_sha256, output_bytes, tests_run), shown (kind, failing, count, among, missing, reason, base), tree, not_bound, checkout), totals (ok, failed, skipped), left, feedback (ac_id, finding, would_satisfy), tier1 (passed, changed_files (looked, parsed, broken (path, detail), excused (why), notes, unseen), always (command, verdict, results)), changed_files, tampering (examined, reason, base, findings (kind, path, line, detail, before, after, digest, accepted), named, notes), progress, next',
  'cs prove --standing':
    'passed, standing (command, outcome, kept, at, results (name, status, detail), failed_tests, wrote, tree, not_bound), next',
  'cs check':
    'may_end, session_id, owned, in_progress, pending, unverified, rejected, unknown_status (id, title, status, met, total, waived, unmet, open (ac_id, lacks, proof, failures, for_person, feedback (output)), failed, feedback, give_up_requested (what, at, session_id)), unreadable, orphaned, next_actions, ended (by, at, reason), unconfirmed, lost (id, folder, how, status, changes (what, ac_id, before, now, finding)), weaker_settings (id, key, before, now), folders, not_checked (reason, known_at), let_go (at, why, checker), known',
  'cs verify':
    'id, promise, gates, tier1, tampering, elsewhere (ac_id, checkout), not_bound, weaker_settings, judge, already_verified, error',
  'cs judge --all':
    'results (id, title, own, became, failure, seconds), totals (promises, verified, recorded, passed, failed, unjudged, not_asked, cost_usd, seconds), estimates (id, title, shut, asks, votes, estimated_usd, highest_usd)',
  'cs judge --dry-run':
    'model, max_tokens, system, messages, output_config: a list of such requests for several votes',
  'cs verify --replay <id>':
    'id, status, follows, gates (gate, recorded, derived, follows, reasons (why, ac_id, detail)), recorded_only, judgments (at, model, status, recorded, derived, faults (part, recorded, derived)), waived (ac_id, by, at, reason)',
  'cs verify --replay <folder>':
    'follows, documents (file, entry, what, recorded, derived, own_verdict, findings, follows, faults), unreadable (file, why), skipped, sum (documents, follow, mismatches, underivable, fails, fails_with_findings, findings)',
  'cs promise validate, cs promise store-validation':
    'id, ac_id, verdict, path, stored_by, self_validated, governing, stored, refused',
  'cs promise validate --by':
    'id, by, answers (ac_id, verdict, reasoning, observations (what, saw, holds), validator (host, model, sessions, cost_usd, duration_ms, votes (asked, heard), evidence, tree)), unanswered, sessions (status, trouble), cost_usd, duration_ms',
  'cs promise validate --by --dry-run':
    'id, by, dry_run, command, copy_of, commands, votes, timeout_ms, max_usd, system, prompt',
  'cs promise accept': 'id, accepted (digest, by, at, reason, session, event), promise',
  'cs session ask':
    'session_id, outcome (waits, for-the-record, not-held, withdrawn), waiting (question, needs, at, kind, used)',
  'cs promise attest':
    'id, path, keyid, statements, verified, proofs (ac_id, standing, subjects, no_commit), left_out (ac_id, why, reason)',
  'cs promise attest key': 'keyid, public_key, path, own',
  'cs ci comment': 'comment (created, updated, unchanged, outdone), reason, body',
  'cs report -o': 'path, promises, gaps',
  'cs promise log': 'line, unreadable: beside each line as it is stored',
  'cs store audit':
    'fits, ledger (path, lines, bytes, since, until, head (at-end, behind, missing, lost), head_file), files, misfits, externals (what, path, line, offset, since, event, detail), left_out, weaker_settings',
  'cs judge cost':
    'by, groups (key, day, model), total (calls, input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens, cost_usd, calls_of_unknown_cost, findings (critical, major, minor, info), calls_without_counts), skipped_lines',
  'cs session directive': 'directive, directives (id, type, text, at, status, retired_at, commit)',
  'cs judge bench':
    'judge, cases, judged, unjudged, causes, by_criterion, by_promise, floors (name, criteria, bad, auroc, recall, precision, false_block_rate, accuracy, kappa (value, low, high)), classes (class, criteria, bad, caught, blocked), cost_usd, input_tokens, output_tokens, latency_ms (median, p95), kept, estimated_usd',
  'cs status':
    'project, session_id, may_end, next, store (place, project), ended, unconfirmed, tampering, capped (session_id, at, why, checker), paused, interrupted (session_id, at), waiting, promises, history, records (recorded, unrecorded, changed-outside), open, checklists (file, unreadable, criteria, added), divergent, unjudged, unreadable, lost',
  'cs status --fleet':
    'sessions (project, session_id, machine, state (working, waiting, capped, silent, ended, never-seen), seen_ago_ms, open, promises (id, title, met, total), waiting, capped), unowned (project, count)',
  'cs session init': 'session_id, session_dir, path, orphans, unreadable',
  'cs config':
    'value, source, project (folder, via, checkout), key, path, changed: the first two by key',
  'cs setup':
    'project, hooks (state, place, change), hosts (host, path), tests (command, source), always (commands, standing, changed), doctor',
  'cs store':
    'store, place, project, tables, wanted, before, role, from, to, lines, documents, calls, audit',
  'cs config notify': 'told, reason',
  'cs hooks':
    'places (host, place, path, hooks (event, command, timeout, matcher)), changed, removed, dry_run, backup, hooks (event, change, command, timeout), rules (rule, change), skill, agents_md, hosts, skipped, failed, shims (name, change, reason)',
  'cs config trust': 'path, digest, approved, pending (key, wanted, approved)',
  'cs setup undo': 'changed, dry_run, package',
  'cs doctor':
    'sound, findings (kind, file (path, reason), blocks_gates, id, path, says), checks (check, status, detail, where, follows, advice, duration_ms), repaired (from, to)',
  'cs session pause': 'paused (by, at, until)',
  'cs session end': 'session_id, ended (by, at, reason, promises, unreadable), left_open',
};

/** What the commands print with `--json`, where no schema is published. */
export function answersBlock(): string {
  return Object.entries(ANSWERS)
    .map(([call, answer]) => {
      const [keys = '', prose] = answer.split(': ');
      return `- **${call}**: ${ticked(keys)}${prose === undefined ? '' : `: ${prose}`}`;
    })
    .join('\n');
}

const ticked = (keys: string): string => keys.replace(/[\w-]+/g, '`$&`');

/** The published schemas, by the names of their files. Settings and the events of the ledger have pages of their own. */
const SCHEMAS = readdirSync(join(CHECKOUT, 'schemas')).filter(
  (name) => !['configuration.schema.json', 'event.schema.json'].includes(name),
);

/**
 * The files and answers that a published schema describes, by their titles, each with its keys and the values that they
 * are limited to. `(…)` stands for the inside that the same key had last.
 */
export function filesBlock(): string {
  const told = new Map<string, string>();
  const files = SCHEMAS.map((name): readonly [string, TitledSchema] => [name, read(name)]);
  return files
    .toSorted(([, one], [, other]) => (one.title < other.title ? -1 : 1))
    .map(([name, schema]) => {
      return `- **${schema.title}** ([schema](../schemas/${name})): ${keysOf(schema, told)}`;
    })
    .join('\n');
}

type TitledSchema = JsonSchema & { readonly title: string };

/** The lines of the ledger: each event with the keys of its own. */
export function eventsBlock(): string {
  const { oneOf = [] }: JsonSchema = read('event.schema.json');
  return oneOf
    .map(({ properties = {} }) => {
      const { event, ...others } = properties;
      const names = [event?.const, ...(event?.enum ?? [])].filter((name) => name !== undefined);
      const own = Object.entries(others).filter(([key]) => !EVERY_LINE.includes(key));
      const keys = keysOf({ properties: Object.fromEntries(own) });
      return `- ${names.map((name) => `\`${name}\``).join(', ')}${keys === '' ? '' : `: ${keys}`}`;
    })
    .join('\n');
}

/** Longer lists of values stand on the page that tells what they mean. */
const MOST_VALUES = 10;

const EVERY_LINE = ['timestamp', 'session_id', 'promise_id', 'file', 'also', 'prev'];

function read(name: string) {
  return JSON.parse(readFileSync(join(CHECKOUT, 'schemas', name), 'utf8'));
}

/** The keys of a schema, those inside of each in brackets, unless they were just told, and the values that it may have. */
function keysOf(schema: JsonSchema, told?: Map<string, string>): string {
  const keys = Object.entries(merged(schema)).map(([key, parts]) => {
    const values = [...new Set(parts.flatMap(valuesOf))];
    const inside = keysOf({ oneOf: parts });
    const shown =
      values.length === 0 || values.length > MOST_VALUES ? '' : ` \`${values.join(' ')}\``;
    if (inside === '') return `\`${key}\`${shown}`;
    const whole = `\`${key}\`${shown} (${inside})`;
    if (told?.get(key) === whole) return `\`${key}\` (…)`;
    told?.set(key, whole);
    return `\`${key}\`${shown} (${keysOf({ oneOf: parts }, told)})`;
  });
  return keys.join(', ');
}

/** The properties of a schema, of its alternatives and of the entries of a list. */
function merged(schema: JsonSchema): Readonly<Record<string, readonly JsonSchema[]>> {
  const found: Record<string, JsonSchema[]> = {};
  for (const [key, part] of Object.entries(schema.properties ?? {})) found[key] = [part];
  for (const inner of alternativesOf(schema)) {
    for (const [key, parts] of Object.entries(merged(inner))) {
      found[key] = [...(found[key] ?? []), ...parts];
    }
  }
  return found;
}

const alternativesOf = ({ anyOf = [], items, oneOf = [] }: JsonSchema): readonly JsonSchema[] => [
  ...anyOf,
  ...oneOf,
  ...(items === undefined ? [] : [items]),
];

function valuesOf(schema: JsonSchema): readonly string[] {
  const own = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])];
  return [...own.map(String), ...alternativesOf(schema).flatMap(valuesOf)];
}
