import type { End } from '../../reading/body.ts';
import type { OwnCases } from '../../reading/cases.ts';
import { type Claim, claim, claimsOf } from '../../reading/claims.ts';
import type { Branch, Call, Choice, Leave, Loop, Valued } from '../../reading/dialect.ts';
import type { Guard, Mode } from '../../reading/modes.ts';
import { callsIn } from '../../reading/outline.ts';
import { TableBody } from '../../reading/table-body.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { canonical, closuresIn, GO_DIALECT as GO, stringIn } from './dialect.ts';
import { isTester } from './words.ts';

/** What only bodies of Go tests do: `if got != want { t.Error() }`, subtests, `defer`, `go`, `switch`. */

/** A subtest with a name of its own, and where it runs. */
export interface Subtest {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly body: readonly SyntaxNode[];
  readonly guard: Guard;
  readonly isConditional: boolean;
}

/** Longer statements are no subject. */
const LONGEST_LAST = 120;

export class GoBody extends TableBody {
  readonly subtests: Subtest[] = [];
  /** The parts of the body that belong to subtests. */
  readonly apart = new Set<SyntaxNode>();
  /** In a loop subtests are cases. */
  private isRepeated = false;

  protected override read(node: SyntaxNode, guard: Guard): End | 'swallowed' {
    const [value] = node.named;
    switch (node.type) {
      case 'go_statement': {
        const own = guard ?? (isWaiting(this.setting.around) ? undefined : 'not-awaited');
        return value && this.readExpression(node, { kind: 'expression', value }, own);
      }
      case 'defer_statement':
        return this.readDeferred(node, guard);
      case 'expression_switch_statement':
      case 'type_switch_statement':
      case 'select_statement':
        return this.readSwitch(node, guard);
      default:
        return super.read(node, guard);
    }
  }

  /** A deferred function that recovers, and asserts nothing, drops what the test panics with. */
  private readDeferred(node: SyntaxNode, guard: Guard): 'swallowed' | undefined {
    const count = this.assertions.length;
    this.readClosures(node, guard);
    const isRecovering = [...node.within()].some((one) => GO.call(one)?.path === 'recover');
    return isRecovering && this.assertions.length === count ? 'swallowed' : undefined;
  }

  /** The functions that are written out in a statement: what they are given to runs them. */
  private readClosures(node: SyntaxNode, guard: Guard): void {
    for (const one of closuresIn(node)) this.walk(GO.routine(one)?.body ?? [], guard);
  }

  protected override readExpression(node: SyntaxNode, { value }: Valued, guard: Guard): End {
    const call = GO.call(GO.unwrapped(value));
    if (this.readSkip(node, call?.path ?? '', guard)) return undefined;
    if (call?.name === 'Run' && this.readRun(node, call, guard)) return undefined;
    if (call?.path === 'f.Add') {
      this.cases.push(call.args.map((one) => canonical(one.value)).join(','));
      return undefined;
    }
    if (this.isOwn(node, call)) return undefined;
    this.addAll(node, this.claimsIn(value), guard);
    this.readClosures(node, guard);
    return undefined;
  }

  protected override readLeave(node: SyntaxNode, { how }: Leave, guard: Guard): End {
    this.readClosures(node, guard);
    return how === 'break' ? undefined : 'always';
  }

  /** What a value or a condition claims through an assertion library. */
  private claimsIn(value: SyntaxNode): readonly Claim[] {
    const operation = GO.operation(GO.unwrapped(value));
    const call = GO.call(GO.unwrapped(operation?.kind === 'not' ? operation.of : value));
    return (call && this.words.claimsOfCall(this.reading, call)) ?? [];
  }

  private addAll(node: SyntaxNode, claims: readonly Claim[], guard: Guard): void {
    for (const one of claims) this.add(node, this.ofPanic(one), guard);
  }

  /** With what it does where the condition holds: `if err != nil` is written everywhere. */
  protected override writtenAt(node: SyntaxNode): string {
    const end = node.child('consequence')?.to ?? node.to;
    return node.source.text.slice(node.from, end).replace(/\s+/g, ' ').trim();
  }

  /** What is said of what `recover()` gave: that something panics, or does not. */
  private ofPanic(one: Claim): Claim {
    if (!one.subject.startsWith('recover()')) return one;
    const last = this.lastText();
    const { expected, form, negated } = one;
    if (form === 'equal' && expected === 'nil' && !negated) return claim('runs', last);
    return claim('throws', last, form === 'defined' || expected === undefined ? {} : { expected });
  }

  /** What the test does last: what panics where it is said that something does. */
  private lastText(): string {
    const last = this.setting.statements.at(-1);
    const text = last === undefined ? '' : canonical(last);
    return text.length > LONGEST_LAST ? '' : text.replace(/^_=/, '');
  }

  /** `t.Run(name, func…)`: whether it is a test of its own, or a function that is read here. */
  private readRun(node: SyntaxNode, { args, receiver }: Call, guard: Guard): boolean {
    const [title, run] = args.map((one) => one.value);
    if (title === undefined || run === undefined) return false;
    if (!isTester(receiver) && args.length !== 2) return false;
    const body = GO.routine(this.setting.routines.get(run.text)?.at(-1) ?? run)?.body;
    if (body === undefined) return false;
    const name = stringIn(title);
    if (name === undefined || this.isRepeated) {
      if (!this.isRepeated) this.hasOtherCases = true;
      this.walk(body, guard);
      return true;
    }
    this.subtests.push({ node, name, body, guard, isConditional: false });
    this.apart.add(node);
    return true;
  }

  protected override readChoice(node: SyntaxNode, { branches }: Choice, guard: Guard): End {
    let result: End;
    let isBehindCheck = true;
    for (const [index, branch] of branches.entries()) {
      if (branch.condition === undefined) {
        this.readBelow(branch.body, guard, !isBehindCheck);
        continue;
      }
      const own = branch.condition.around('if_statement') ?? node;
      const hasElse = index < branches.length - 1;
      const read = this.readBranch(own, branch.condition, branch.body, hasElse, guard);
      isBehindCheck &&= read.isCheck;
      if (index === 0) result = read.end;
    }
    return result;
  }

  /** Reads one branch, and says what it does to the statements behind the whole. */
  private readBranch(
    node: SyntaxNode,
    condition: SyntaxNode,
    body: Branch['body'],
    hasElse: boolean,
    guard: Guard,
  ): { readonly end: End; readonly isCheck: boolean } {
    const truth = GO.truth(condition);
    const asserted = this.claimsIn(condition);
    const isCheck = this.isFailing(body) && truth === undefined;
    this.addAll(node, asserted, guard);
    if (isCheck && asserted.length === 0)
      this.addAll(node, claimsOf(this.reading, condition, true), guard);
    const isOfRow = this.asksRow(condition);
    if (!isCheck) {
      const isSure = truth === true || isOfRow || hasElse;
      const own = isSure ? undefined : truth === false ? 'unreachable' : 'conditional';
      const inner = own === 'unreachable' ? own : (guard ?? own);
      this.readBelow(body, inner, truth !== true);
    }
    const isEnd = !isCheck && asserted.length === 0 && !isOfRow && this.isLeaving(body);
    return { end: isEnd ? (truth === true ? 'always' : 'maybe') : undefined, isCheck };
  }

  /** Reads statements below a condition: what they skip, or test by itself, is so under this condition. */
  private readBelow(body: Branch['body'], guard: Guard, isConditional: boolean): void {
    const [skips, subtests] = [this.skips.length, this.subtests.length];
    this.walk(body, guard);
    if (!isConditional) return;
    for (const one of this.skips.splice(skips)) this.skips.push(conditional(one));
    for (const one of this.subtests.splice(subtests))
      this.subtests.push({ ...one, isConditional: true });
  }

  /** Whether a block leaves the function without a skip. */
  private isLeaving(body: Branch['body']): boolean {
    const isLeft = /^(?:return|continue|break)_statement$/.test(body.at(-1)?.type ?? '');
    return isLeft && !this.hasCall(body, this.words.skip);
  }

  override isFailing(body: readonly SyntaxNode[]): boolean {
    return this.hasCall(body, this.words.fail);
  }

  /** Whether one of some statements calls what has such a path. */
  private hasCall(body: readonly SyntaxNode[], path: RegExp): boolean {
    return body.some((one) => {
      const said = GO.statement(one);
      return said.kind === 'expression' && path.test(GO.call(said.value)?.path ?? '');
    });
  }

  protected override readLoop({ body }: Loop, guard: Guard): End {
    const header = body[0]?.parent?.parent?.named[0];
    const wasRepeated = this.isRepeated;
    if (header?.type === 'range_clause') this.readRows(header.child('right'), body);
    else if (header?.type === 'for_clause') this.addCounted(header, body);
    this.isRepeated = true;
    this.walk(body, header !== undefined && GO.truth(header) === false ? 'unreachable' : guard);
    this.isRepeated = wasRepeated;
    return undefined;
  }

  private readRows(over: SyntaxNode | undefined, body: readonly SyntaxNode[]): void {
    if (over === undefined) return;
    this.addRows(
      over,
      callsIn(GO, body).some(({ name }) => name === 'Run'),
    );
  }

  /** The rows that a loop with a counter goes over: `for i := 0; i < 2; i++ { tests[i] … }`. */
  private addCounted(header: SyntaxNode, body: readonly SyntaxNode[]): void {
    const found = /^(\w+):=(\d+);\1(<=?)(\d+|len\(\w+\));/.exec(
      header.children.map(({ text }) => text.replace(/\s+/g, '')).join(''),
    );
    if (found === null) return;
    const [, counter = '', from = '', order = '<', limit = ''] = found;
    const place = body
      .flatMap((one) => [...one.within()])
      .find((one) => one.type === 'index_expression' && one.child('index')?.text === counter);
    const table = place?.child('operand');
    if (table === undefined) return;
    const before = this.cases.length;
    const { hasOtherCases } = this;
    this.addCases(table);
    const to = /^\d/.test(limit) ? Number(limit) + (order === '<=' ? 1 : 0) : undefined;
    const rows = this.cases.splice(before).slice(Number(from), to);
    this.takeCases({ cases: rows, hasOthers: false });
    this.hasOtherCases = hasOtherCases;
  }

  private readSwitch(node: SyntaxNode, guard: Guard): undefined {
    const tag = node.child('value');
    const isSelect = node.type === 'select_statement';
    const clauses = node.named.filter(({ type }) => /_case$/.test(type)).map(clauseOf);
    const failing = clauses.filter(({ body }) => this.isFailing(body));
    const passing = clauses.filter((one) => !failing.includes(one));
    for (const one of failing) this.addAll(node, this.claimsOfClause(node, one, passing), guard);
    const isOpen =
      !isSelect &&
      tag !== undefined &&
      !this.asksRow(tag) &&
      !failing.some(({ values }) => values === undefined);
    for (const { body } of passing)
      this.readBelow(body, guard ?? (isOpen ? 'conditional' : undefined), !isSelect);
    return undefined;
  }

  /** What it says that a clause fails. */
  private claimsOfClause(
    node: SyntaxNode,
    { values }: Clause,
    passing: readonly Clause[],
  ): readonly Claim[] {
    const tag = node.child('value');
    const others = passing.flatMap((one) => one.values ?? []);
    const [only] = others;
    if (node.type === 'select_statement')
      return [claim('runs', only === undefined ? '' : canonical(only))];
    if (tag === undefined) {
      if (values !== undefined) return values.flatMap((one) => claimsOf(this.reading, one, true));
      return only !== undefined && others.length === 1 ? claimsOf(this.reading, only) : [];
    }
    const form = node.type === 'type_switch_statement' ? 'instance' : 'equal';
    const expected = (values ?? others).map(canonical).join('|');
    const [subject] = claimsOf(this.reading, tag);
    return [claim(form, subject?.subject ?? '', { expected, negated: values !== undefined })];
  }
}

/** A clause of a `switch` or `select`; without values it is the one of all others. */
interface Clause {
  readonly values: readonly SyntaxNode[] | undefined;
  readonly body: readonly SyntaxNode[];
}

function clauseOf(node: SyntaxNode): Clause {
  const isValue = ({ field }: SyntaxNode): boolean =>
    /^(?:value|type|communication)$/.test(field ?? '');
  const values = node.named
    .filter(isValue)
    .flatMap((one) => (one.type === 'expression_list' ? one.named : [one]));
  const body = node.named.filter((one) => !isValue(one));
  return { values: node.type === 'default_case' ? undefined : values, body };
}

function conditional(mode: Mode): Mode {
  return mode.mode === 'skipped' ? { ...mode, mode: 'conditional' } : mode;
}

/** Whether code waits for what it starts: by a group, by what a channel gives, or by asking again and again. */
function isWaiting(code: SyntaxNode): boolean {
  const nodes = [...code.within()];
  // A channel may be ranged over.
  const hasChannel = nodes.some(
    ({ parent, type }) => type === 'channel_type' && parent?.type === 'argument_list',
  );
  return nodes.some((one) => {
    if (one.type === '<-') return one.parent?.type === 'unary_expression';
    if (one.type === 'range_clause') return hasChannel;
    return /^(?:[wW]ait|Eventually|[jJ]oin)/.test(GO.call(one)?.name ?? '');
  });
}

/** What only Go knows of tables. */
export const GO_CASES: OwnCases = {
  slice: (node) => {
    const list = node.type === 'slice_expression' ? node.child('operand') : undefined;
    if (list === undefined) return undefined;
    const [from, to] = ['start', 'end'].map((field) => node.child(field)?.text);
    const isFixed = /^\d*$/.test(from ?? '') && /^\d*$/.test(to ?? '');
    if (!isFixed) return undefined;
    return {
      list,
      bounds: to === undefined ? [Number(from ?? 0)] : [Number(from ?? 0), Number(to)],
    };
  },
};
