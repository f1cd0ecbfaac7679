import { BodyReader, type End } from '../../reading/body.ts';
import { type Claim, claim, claimsOf } from '../../reading/claims.ts';
import type { Call } from '../../reading/dialect.ts';
import type { Guard } from '../../reading/modes.ts';
import { subjectText, textOf } from '../../reading/scope.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import { customClaims, macroClaims, patternClaim } from './claims.ts';
import { canonical, plainStatement, RUST_DIALECT as RUST } from './dialect.ts';
import { macroName } from './macros.ts';

/** What only bodies of Rust tests do: macros that assert, `match` and `if let`, threads and tasks, panics that are caught. */

const FAILING = /^(?:panic|unreachable|todo|unimplemented|bail|fail)$/;
const CUSTOM = /^(?:assert|check|expect|verify|ensure)_\w+$/;
const COMMAND = /^(?:success|failure|stdout|stderr|code)$/;
const STARTS =
  /^(?:(?:std::)?thread::|(?:tokio::|async_std::|smol::)?(?:task::)?)spawn(?:_blocking|_local)?$/;

interface Arm {
  readonly pattern: SyntaxNode;
  readonly body: readonly SyntaxNode[];
}

export class RustBody extends BodyReader {
  protected override read(node: SyntaxNode, guard: Guard): End {
    const own = plainStatement(node);
    switch (own.type) {
      case 'return_expression':
      case 'break_expression':
      case 'continue_expression':
        this.readRest(own, guard);
        return 'always';
      case 'if_expression':
        return this.readIf(own, guard);
      case 'for_expression':
      case 'while_expression':
      case 'loop_expression':
        this.readRepeated(own, guard);
        return undefined;
      case 'function_item':
        return undefined;
      default:
        this.readFailed(own.type === 'let_declaration' ? own.child('value') : own, guard);
        this.readRest(own, guard ?? this.droppedBy(node, own));
        return undefined;
    }
  }

  /** What fails unless there is an error: `service.call(1).await.unwrap_err();`. */
  private readFailed(value: SyntaxNode | undefined, guard: Guard): void {
    const call = value && RUST.call(value);
    if (call?.receiver === undefined || !/^(?:unwrap|expect)_err$/.test(call.name)) return;
    this.add(call.node, claim('throws', subjectText(this.reading, call.receiver)), guard);
  }

  /** Whether what fails in a statement fails no test: its panic is caught and dropped, or nothing waits for its task. */
  private droppedBy(node: SyntaxNode, own: SyntaxNode): Guard {
    const value = own.type === 'let_declaration' ? own.child('value') : own;
    if (value === undefined) return undefined;
    const name = own.type === 'let_declaration' ? (own.child('pattern')?.text ?? '_') : undefined;
    const isLost = name !== undefined && (name === '_' || !this.isUsed(node, name));
    const isCaught = [...value.within()].some((one) => RUST.call(one)?.name === 'catch_unwind');
    if (isCaught) {
      const isRaised = /(?:unwrap|expect)\([^)]*\)$|\?$/.test(value.text);
      return (name === undefined ? !isRaised : isLost) ? 'swallowed' : undefined;
    }
    if (!STARTS.test(RUST.call(value)?.path ?? '')) return undefined;
    const isLeft = name === undefined ? node.children.at(-1)?.type === ';' : isLost;
    return isLeft ? 'not-awaited' : undefined;
  }

  /** Reads what an expression holds: macros that assert, calls that say so, closures and blocks. */
  private readRest(node: SyntaxNode, guard: Guard): void {
    if (node.type === 'match_expression') {
      this.readMatch(node, guard);
      return;
    }
    if (node.type === 'function_item') return;
    const call = RUST.call(node);
    const claims = call === undefined ? undefined : this.claimsOfCall(call);
    if (call !== undefined && claims !== undefined) {
      // A build for release leaves it out.
      const own = guard ?? (call.name.startsWith('debug_') ? 'conditional' : undefined);
      for (const one of claims) this.add(node, one, own);
      if (node.type === 'macro_invocation') return;
    }
    for (const one of node.children) this.readRest(one, guard);
  }

  /** What a macro claims, a call that asserts by its name, an expected value of `expect-test`, the result of a command. */
  private claimsOfCall(call: Call): readonly Claim[] | undefined {
    const { args, name, node, receiver } = call;
    if (node.type === 'macro_invocation') return macroClaims(this.reading, call);
    const [first] = args;
    if (receiver === undefined) {
      const isOwn = this.setting.ownNames?.has(name) === true;
      return CUSTOM.test(name) && !isOwn ? customClaims(this.reading, call, name) : undefined;
    }
    const text = textOf(this.reading, receiver);
    if (name === 'assert_eq' && text.startsWith('expect') && first !== undefined)
      return [claim('equal', subjectText(this.reading, first.value), { expected: text })];
    if (/^assert_\w+$/.test(name)) return customClaims(this.reading, call, name);
    if (!COMMAND.test(name) || !/\.assert\(\)/.test(text)) return undefined;
    const expected = [name, ...args.map(({ value }) => textOf(this.reading, value))].join(' ');
    return [claim('equal', `${text.replace(/\.assert\(\).*$/s, '')}.${name}`, { expected })];
  }

  private readIf(node: SyntaxNode, guard: Guard): End {
    const condition = node.child('condition');
    const body = node.child('consequence')?.named ?? [];
    const otherwise = node.child('alternative')?.named[0];
    if (condition === undefined) return undefined;
    const isCheck = this.isFailing(body);
    const isElseFailing = otherwise?.type === 'block' && this.isFailing(otherwise.named);
    if (isCheck || isElseFailing) {
      for (const one of claimsOf(this.reading, condition, !isElseFailing))
        this.add(node, one, guard);
    }
    const truth = RUST.truth(condition);
    const isOfRow = this.asksRow(condition);
    const isSure = truth === true || isCheck || isOfRow || otherwise !== undefined;
    const own = isSure ? undefined : truth === false ? 'unreachable' : 'conditional';
    this.walk(body, own === 'unreachable' ? own : (guard ?? own));
    if (otherwise !== undefined) this.walk([otherwise], guard);
    const last = body.at(-1);
    const isLeaving = /^(?:return|continue|break)_/.test(
      last === undefined ? '' : plainStatement(last).type,
    );
    if (isCheck || isOfRow || !isLeaving) return undefined;
    return truth === true ? 'always' : 'maybe';
  }

  protected override writtenAt(node: SyntaxNode): string {
    const end = node.child('consequence')?.to ?? node.child('body')?.from ?? node.to;
    return node.source.text.slice(node.from, end).replace(/\s+/g, ' ').trim();
  }

  /** Whether a block fails by a statement of its own. */
  override isFailing(body: readonly SyntaxNode[]): boolean {
    return body.some((one) => {
      const own = plainStatement(one);
      if (own.type === 'return_expression') return RUST.call(own.named[0] ?? own)?.path === 'Err';
      if (own.type !== 'macro_invocation') return false;
      const name = macroName(own);
      return FAILING.test(name) || (name === 'assert' && /^assert!\(\s*false\b/.test(own.text));
    });
  }

  private readRepeated(node: SyntaxNode, guard: Guard): void {
    const over = node.type === 'for_expression' ? node.child('value') : undefined;
    if (over !== undefined) this.addRows(over);
    const condition = node.child('condition');
    const isNever = condition !== undefined && RUST.truth(condition) === false;
    this.walk(node.child('body')?.named ?? [], isNever ? 'unreachable' : guard);
  }

  private readMatch(node: SyntaxNode, guard: Guard): void {
    const tag = node.child('value');
    if (tag === undefined) return;
    const arms = (node.child('body')?.named ?? []).flatMap((one): readonly Arm[] => {
      const [pattern, value] = [one.child('pattern'), one.child('value')];
      return pattern && value
        ? [{ pattern, body: value.type === 'block' ? value.named : [value] }]
        : [];
    });
    const passing = arms.filter(({ body }) => !this.isFailing(body));
    const [only, ...others] = passing;
    if (only !== undefined && passing.length < arms.length) {
      const expected = passing.map(({ pattern }) => canonical(pattern)).join('|');
      this.add(
        node,
        others.length === 0
          ? patternClaim(this.reading, tag, only.pattern, false)
          : claim('matches', subjectText(this.reading, tag), { expected }),
        guard,
      );
    }
    const start = this.assertions.length;
    const counts = passing.map(({ body }) => {
      const before = this.assertions.length;
      this.walk(body, guard);
      return this.assertions.length - before;
    });
    // Where another arm says nothing, what this one says may never be looked at.
    if (!counts.includes(0) || this.asksRow(tag)) return;
    for (const one of this.assertions.splice(start))
      this.assertions.push({ ...one, guard: one.guard ?? 'conditional' });
  }
}
