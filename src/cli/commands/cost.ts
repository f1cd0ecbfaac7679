import { counted } from '../../domain/base/counted.ts';
import { success } from '../../domain/base/result.ts';
import {
  COST_GROUPINGS,
  type CostGrouping,
  type CostSpan,
  createCostSums,
} from '../../domain/judging/cost-summary.ts';
import { costCsv, costText } from '../../report/cost-text.ts';
import { type Arguments, type Command, JSON_OPTION } from '../command.ts';
import { MOMENTS, momentOf } from '../moment.ts';
import { usage } from '../usage.ts';

export const costCommand: Command = {
  summary: 'Sums up tokens and cost of judge calls.',
  usage: [`[--by ${COST_GROUPINGS.join('|')}] [--since <when>] [--until <when>] [--json | --csv]`],
  effects: [],
  options: {
    by: {
      takes: 'word',
      value: '<what>',
      summary: `Group by: ${COST_GROUPINGS.join(', ')} (default day)`,
      completes: COST_GROUPINGS,
    },
    since: { takes: 'word', value: '<when>', summary: `Start: ${MOMENTS}` },
    until: { takes: 'word', value: '<when>', summary: 'End; a day is included' },
    csv: { takes: 'nothing', summary: 'Print comma-separated values' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'By day'],
    ['$0 --by promise --since 7d', 'Promises of the last week, most expensive first'],
    ['$0 --by severity', 'Findings by model, day and severity'],
  ],
  async run(args, suite) {
    const by = args.text('by') ?? 'day';
    if (!isGrouping(by)) {
      return usage(`--by takes one of ${COST_GROUPINGS.join(', ')}`);
    }
    if (args.given('csv') && args.given('json')) {
      return usage('--csv and --json cannot be given together');
    }
    const span = spanOf(args, suite.clock.now());
    if (typeof span === 'string') return usage(`--${span} takes ${MOMENTS}`);
    const sums = createCostSums(by, span);
    const log = await suite.costLog.read(sums.take);
    if (!log.ok) return log;
    const { skipped } = log.value;
    const summary = sums.summary();
    return success({
      text: args.given('csv') ? costCsv(summary) : costText(summary, suite.style),
      json: { ...summary, skipped_lines: skipped },
      isVerbatim: args.given('csv'),
      notes:
        skipped > 0
          ? [`Note: ${counted(skipped, 'unreadable line')} of the cost log skipped.`]
          : [],
    });
  },
};

function isGrouping(word: string): word is CostGrouping {
  return COST_GROUPINGS.some((known) => known === word);
}

/** The span that the options name, or the name of the option that cannot be understood. */
function spanOf(args: Arguments, now: number): CostSpan | 'since' | 'until' {
  const since = momentOf(args.text('since'), now, 'start');
  const until = momentOf(args.text('until'), now, 'end');
  if (Number.isNaN(since)) return 'since';
  return Number.isNaN(until) ? 'until' : { since, until };
}
