import type { Writing } from '../syntax/canonical.ts';
import type { SyntaxNode } from '../syntax/node.ts';

/** What the code of a language is made of, in the terms of no language. A dialect says it of the nodes of its grammar. */

/** `a.b(c)`: a call as a whole. */
export interface Call {
  readonly node: SyntaxNode;
  /** Its callee with its dots, as far as it is made of names: `client.get`; `.get` behind another call. */
  readonly path: string;
  /** The last name of it. */
  readonly name: string;
  /** What stands before the last name and its dot. */
  readonly receiver: SyntaxNode | undefined;
  readonly args: readonly Argument[];
}

export interface Argument {
  readonly name: string | undefined;
  readonly value: SyntaxNode;
}

export interface Comparison {
  readonly left: SyntaxNode;
  readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'instance';
  readonly right: SyntaxNode;
}

/** What an expression does with its parts, where it is no call. */
export type Operation =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SyntaxNode[] }
  | { readonly kind: 'not'; readonly of: SyntaxNode }
  | { readonly kind: 'compared'; readonly pairs: readonly Comparison[] }
  | { readonly kind: 'choice'; readonly value: SyntaxNode }
  | { readonly kind: 'difference'; readonly left: SyntaxNode; readonly right: SyntaxNode };

export interface Branch {
  /** Undefined for the one that holds where no other does. */
  readonly condition: SyntaxNode | undefined;
  readonly body: readonly SyntaxNode[];
}

export interface Handler {
  /** The names of the errors that it takes, in canonical text; empty where it takes all. */
  readonly errors: string;
  readonly body: readonly SyntaxNode[];
}

/** What a statement does. */
export type Statement =
  | { readonly kind: 'expression'; readonly value: SyntaxNode }
  | { readonly kind: 'binding'; readonly value: SyntaxNode }
  | { readonly kind: 'assert'; readonly condition: SyntaxNode }
  | {
      readonly kind: 'choice';
      readonly branches: readonly Branch[];
      /** Of a switch: its branches are no conditions of their own. */
      readonly isMatch?: boolean;
    }
  | {
      readonly kind: 'loop';
      /** What it goes through; undefined for one that runs while something holds. */
      readonly over?: SyntaxNode | undefined;
      readonly condition?: SyntaxNode | undefined;
      readonly body: readonly SyntaxNode[];
      /** What runs behind it. */
      readonly otherwise?: readonly SyntaxNode[];
    }
  | {
      readonly kind: 'attempt';
      readonly body: readonly SyntaxNode[];
      readonly handlers: readonly Handler[];
      readonly otherwise: readonly SyntaxNode[];
      readonly last: readonly SyntaxNode[];
    }
  | {
      readonly kind: 'with';
      readonly items: readonly SyntaxNode[];
      readonly body: readonly SyntaxNode[];
    }
  | {
      readonly kind: 'leave';
      readonly how: 'return' | 'throw' | 'next' | 'break';
      readonly value: SyntaxNode | undefined;
    }
  | { readonly kind: 'function'; readonly node: SyntaxNode }
  | { readonly kind: 'block'; readonly body: readonly SyntaxNode[] }
  | { readonly kind: 'other' };

type StatementOf<Kind extends Statement['kind']> = Extract<Statement, { readonly kind: Kind }>;
export type Attempt = StatementOf<'attempt'>;
export type Choice = StatementOf<'choice'>;
export type Leave = StatementOf<'leave'>;
export type Loop = StatementOf<'loop'>;
/** A value that is called, kept or given up. */
export type Valued = StatementOf<'expression' | 'binding'>;
export type With = StatementOf<'with'>;

/** A name that is given a value, or one of which the value is not known. */
export interface Binding {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly value: SyntaxNode | undefined;
  /** What of the value it is given, where it is a part: `.status`, `[0]`. */
  readonly part?: string;
  /** Whether the name is another one outside of its block. */
  readonly isScoped?: boolean;
}

/** A function or method, or a closure. */
export interface Routine {
  readonly name: string;
  readonly body: readonly SyntaxNode[];
  readonly isAsync: boolean;
}

export interface Dialect {
  readonly writing: Writing;
  /** How subjects are written, where that is another way; their local names are replaced by their values then. */
  readonly subjectWriting?: Writing;
  /** What a statement does. */
  statement(node: SyntaxNode): Statement;
  /** The call that a node is as a whole. */
  call(node: SyntaxNode): Call | undefined;
  operation(node: SyntaxNode): Operation | undefined;
  /** An expression without what makes no difference to its value: brackets, `await`, casts. */
  unwrapped(node: SyntaxNode): SyntaxNode;
  /** The names that a node gives a value to. */
  bindings(node: SyntaxNode): readonly Binding[];
  routine(node: SyntaxNode): Routine | undefined;
  /** Whether a node is one name by itself. */
  isName(node: SyntaxNode): boolean;
  /** Whether a node is one number, string, truth or nothing. */
  isScalar(node: SyntaxNode): boolean;
  /** Whether a constant counts as true or as false; undefined for all that is no constant. */
  truth(node: SyntaxNode): boolean | undefined;
  /** What an expression counts: `x` of `len(x)`. */
  counted(node: SyntaxNode): SyntaxNode | undefined;
  /** The elements of a list that is written out; undefined for anything else. */
  elements(node: SyntaxNode): readonly SyntaxNode[] | undefined;
  /** Calls by these last names make a value of what they are given. */
  readonly valueCalls: RegExp;
  /** Calls by these last names make a double. */
  readonly doubleCalls: RegExp;
  /** Names of constants, besides those in capitals. */
  readonly constants?: RegExp;
  /**
   * Whether a value goes by its name, where that is all or a part of something: what is only built, say. What is
   * expected is followed through names, too.
   */
  readonly goesByName?: (value: SyntaxNode, isWhole: boolean) => boolean;
  /** Whether functions may begin with a capital: a call of such a name makes no value. */
  readonly hasUpperCaseFunctions?: boolean;
  /** What nothing is called, in canonical text: `None`. */
  readonly nothing: RegExp;
}
