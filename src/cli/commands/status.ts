import type { NamedPromise } from '../../domain/promise.ts';
import { type Result, success } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import {
  isDivergent,
  isMine,
  isOrphaned,
  mineHeading,
  type StatusFacts,
  sectionText,
  statusText,
  unreadableNotes,
} from '../../report/status-text.ts';
import { listCapped } from '../../store/capped-sessions.ts';
import type { PromiseListing } from '../../store/reading.ts';
import { endOf } from '../../store/session-memory.ts';
import { type Command, JSON_OPTION } from '../command.ts';
import { inspectSettings } from '../settings.ts';
import type { Suite } from '../suite.ts';
import { usage } from '../usage.ts';

const VIEWS = ['mine', 'orphans', 'history'] as const;

type View = (typeof VIEWS)[number] | 'everything';

export const statusCommand: Command = {
  summary: 'Shows what is promised in this project, by whom, and how far it is.',
  usage: ['[--mine | --orphans | --history] [--json]'],
  options: {
    mine: { takes: 'nothing', summary: 'Only the promises of this session' },
    orphans: { takes: 'nothing', summary: 'Only the promises that nobody owns' },
    history: { takes: 'nothing', summary: 'The promises that have ended' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'The whole project'],
    ['$0 --json', 'The same as data, with the whole files'],
  ],
  async run(args, suite) {
    const [view = 'everything', other] = VIEWS.filter((name) => args.given(name));
    if (other !== undefined) {
      return usage(`--${view} and --${other} cannot be given together`);
    }
    const listed = await listFor(view, suite);
    if (!listed.ok) return listed;
    const { active, history } = listed.value;
    const { session } = suite.environment;
    const broken = [...active.broken, ...history.broken];
    const shown = active.promises.filter((named) => isShown(named, view, session));
    const ended = session && endOf(session, suite.files, suite.folder);
    const capped = view === 'everything' ? listCapped(suite.files, suite.folder) : [];
    return success({
      text: viewText(view, { active: shown, history: history.promises, ended, capped }, suite),
      json: {
        session_id: session?.id ?? null,
        ended: ended ?? null,
        capped: capped.map(({ session: id, ...cap }) => ({ session_id: id, ...cap })),
        promises: shown.map(({ promise }) => promise),
        history: history.promises.map(({ promise }) => promise),
        divergent: [...shown, ...history.promises].filter(isDivergent).map(({ id }) => id),
        unreadable: broken,
      },
      notes: unreadableNotes(broken),
    });
  },
};

const NOTHING: PromiseListing = { promises: [], broken: [] };

/** The promises that a view needs; those it does not are not read. */
async function listFor(
  view: View,
  { promises }: Suite,
): Promise<Result<{ readonly active: PromiseListing; readonly history: PromiseListing }>> {
  const active = view === 'history' ? success(NOTHING) : await promises.listActive();
  if (!active.ok) return active;
  const isWithHistory = view === 'history' || view === 'everything';
  const history = isWithHistory ? await promises.listHistory() : success(NOTHING);
  return history.ok ? success({ active: active.value, history: history.value }) : history;
}

function isShown(named: NamedPromise, view: View, session: Session | undefined): boolean {
  if (view === 'mine') return isMine(named, session);
  return view !== 'orphans' || isOrphaned(named);
}

function viewText(
  view: View,
  facts: Omit<StatusFacts, 'session' | 'maxRetries'>,
  suite: Suite,
): string {
  const { active, history } = facts;
  const { session } = suite.environment;
  const { max } = inspectSettings(suite).configuration.retries;
  switch (view) {
    case 'everything':
      return statusText({ ...facts, session, maxRetries: max }, suite.style);
    case 'mine':
      return sectionText(mineHeading(session), active, suite.style, max);
    case 'orphans':
      return sectionText('ORPHANED PROMISES:', active, suite.style, max);
    case 'history':
      return sectionText('HISTORY:', history, suite.style, max);
  }
}
