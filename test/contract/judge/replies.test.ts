import { describe } from 'vitest';
import {
  describeFaults,
  type Fault,
  JUDGED,
  PASSED,
  REFUSED,
  UNPARSED,
  UNREADABLE,
  UNUSED,
} from '../../rig/worlds/judged-project.ts';
import {
  type Behaviour,
  body,
  judgment,
  passEverything,
  reply,
  review,
  webPage,
} from '../../rig/worlds/messages-api.ts';

const PASS_BOTH = JSON.stringify(review([judgment('AC-1', 'PASS'), judgment('AC-2', 'PASS')]));
const TWO = ['AC-1', 'AC-2'].map((id) => judgment(id, 'PASS'));
const words = (text: string, parts = {}): Behaviour => reply(() => text, parts);
const withContent = (content: readonly unknown[]): Behaviour => reply(() => '', { content });

const ANSWERED: readonly Fault[] = [
  {
    fault: 'JSON in a code fence, which can be read',
    answers: [words(`\`\`\`json\n${PASS_BOTH}\n\`\`\``)],
    ...JUDGED,
    says: '',
    lines: [PASSED],
    requests: 1,
  },
  {
    fault: 'words around the JSON, which can be read',
    answers: [words(`Here is what I think.\n${PASS_BOTH}\nI hope {this} helps.`)],
    ...JUDGED,
    says: '',
    lines: [PASSED],
    requests: 1,
  },
  {
    fault: 'a judgment on a criterion that is not there: dropped, and said',
    answers: [reply(() => review([...TWO, judgment('AC-77', 'FAIL')]))],
    ...JUDGED,
    says: 'Note: the judge named unknown criteria: AC-77.',
    lines: [PASSED],
    requests: 1,
  },
  {
    fault: 'a reply that cannot be read, then one that can',
    answers: [words('I would rather talk.'), reply(passEverything)],
    ...JUDGED,
    says: '',
    lines: [UNPARSED, PASSED],
    requests: 2,
  },
  {
    fault: 'a web page',
    answers: [webPage],
    ...UNREADABLE,
    says: 'the response did not come from the API',
    lines: [
      ['parse_error', 'WARN', UNUSED],
      ['parse_error', 'WARN', UNUSED],
    ],
    requests: 2,
  },
  {
    fault: 'JSON that is no message',
    answers: [body(200, { ok: true })],
    ...UNREADABLE,
    says: 'the response did not come from the API',
    lines: [
      ['parse_error', 'WARN', UNUSED],
      ['parse_error', 'WARN', UNUSED],
    ],
    requests: 2,
  },
  {
    fault: 'words without JSON',
    answers: [words('Everything looks fine to me: PASS!')],
    ...UNREADABLE,
    says: 'it contains no review in the requested format',
    lines: [UNPARSED, UNPARSED],
    requests: 2,
  },
  {
    fault: 'a reply that was cut off',
    answers: [words(PASS_BOTH.slice(0, 60), { stop_reason: 'max_tokens' })],
    ...UNREADABLE,
    says: 'the reply was cut off: stop_reason max_tokens',
    lines: [UNPARSED, UNPARSED],
    requests: 2,
  },
  {
    fault: 'a refusal',
    answers: [words(PASS_BOTH, { stop_reason: 'refusal' })],
    verdict: 'WARN',
    status: 'error',
    code: 0,
    says: 'the model refused to answer',
    lines: [REFUSED, REFUSED],
    requests: 2,
  },
  {
    fault: 'a review that leaves a criterion out',
    answers: [reply(() => review(TWO.slice(0, 1)))],
    ...UNREADABLE,
    says: 'it omits AC-2',
    lines: [UNPARSED, UNPARSED],
    requests: 2,
  },
  {
    fault: 'empty content',
    answers: [withContent([])],
    ...UNREADABLE,
    says: 'it contains no text',
    lines: [UNPARSED, UNPARSED],
    requests: 2,
  },
  {
    fault: 'nothing but a thinking block',
    answers: [withContent([{ type: 'thinking', thinking: PASS_BOTH, signature: 'x' }])],
    ...UNREADABLE,
    says: 'it contains no text',
    lines: [UNPARSED, UNPARSED],
    requests: 2,
  },
];

describe('a judge whose reply is not what was asked for', () => describeFaults(ANSWERED));
