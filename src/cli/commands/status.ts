import type { NamedPromise } from '../../domain/promise.ts';
import { failed, success } from '../../domain/result.ts';
import { oneLine } from '../../report/printable.ts';
import {
  isMine,
  isOrphaned,
  sectionText,
  statusText,
  unreadableNotes,
} from '../../report/status-text.ts';
import { type Command, JSON_OPTION } from '../command.ts';

const VIEWS = ['mine', 'orphans', 'history'] as const;

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
    const [view, other] = VIEWS.filter((name) => args.flag(name));
    if (other !== undefined) {
      return failed({
        kind: 'usage',
        message: `--${view} and --${other} cannot be given together`,
      });
    }
    const { environment, promises, style } = suite;
    const { session } = environment;
    const active = await promises.listActive();
    const history = await promises.listHistory();
    const shown = active.promises.filter(
      (named) =>
        (view !== 'mine' || isMine(named, session)) &&
        (view !== 'orphans' || isOrphaned(named)) &&
        view !== 'history',
    );
    const texts = {
      mine: () =>
        sectionText(`MY PROMISES (session: ${oneLine(session?.id ?? '(not set)')}):`, shown, style),
      orphans: () => sectionText('ORPHANED PROMISES:', shown, style),
      history: () => sectionText('HISTORY:', history.promises, style),
    };
    const broken = [...active.broken, ...history.broken];
    const files = (of: readonly NamedPromise[]) => of.map(({ promise }) => promise);
    return success({
      text: view === undefined ? statusText({ session, active: shown }, style) : texts[view](),
      json: {
        session_id: session?.id ?? null,
        promises: files(shown),
        history: view === undefined || view === 'history' ? files(history.promises) : [],
        unreadable: broken,
      },
      notes: unreadableNotes(broken),
    });
  },
};
