import type { CiEvent } from './ci-event.ts';

/** Where what judges a change may come from. */
export const DEFINITION_SOURCES = ['base', 'head'] as const;

/**
 * - `base`: the revision that the change is held against.
 * - `head`: the checkout as it lies here: the change chooses what judges it.
 * - `record`: a record that came along with the change.
 */
export type DefinitionSource = (typeof DEFINITION_SOURCES)[number] | 'record';

/** What is trusted in a run, in words for a person as well. */
export interface TrustPlan {
  readonly definitions: DefinitionSource;
  /** Whether the commit that is checked out stands for the base, because no change is proposed. */
  readonly isHeadTrusted: boolean;
  readonly why: string;
}

type TrustDecision =
  | { readonly ok: true; readonly plan: TrustPlan }
  /** Why nothing may run, without a full stop. */
  | { readonly ok: false; readonly reason: string };

interface TrustWish {
  /** What was asked for; undefined where nothing was. */
  readonly definitions: DefinitionSource | undefined;
  /** Whether the commit that the event proposes is in what is checked out; undefined where that is not known. */
  readonly isProposalCheckedOut: boolean | undefined;
}

/**
 * Decides what may judge a change. A run with the rights of the base never runs what another repository proposes: any
 * check that runs there runs foreign code beside the secrets of this repository.
 */
export function decideTrust(event: CiEvent, wish: TrustWish): TrustDecision {
  const reason = refusalOf(event, wish);
  if (reason !== undefined) return { ok: false, reason };
  const definitions = wish.definitions ?? 'base';
  return { ok: true, plan: { definitions, ...trustIn(definitions, event) } };
}

function refusalOf(event: CiEvent, wish: TrustWish): string | undefined {
  const { fromFork, hasRightsOfBase, kind, name } = event;
  if (kind === 'proposal' && wish.isProposalCheckedOut === false) {
    return hasRightsOfBase
      ? `${name} checks out the base branch: nothing of the proposed change is here to be checked`
      : `nothing of the proposed change is here to be checked: what is checked out does not hold ${event.head}, or is another repository, a submodule say`;
  }
  return hasRightsOfBase && fromFork !== false
    ? `${name} runs with the secrets of this repository, and the change comes from ${fromFork === true ? 'another one' : 'anywhere'}: its checks would run foreign code beside them`
    : undefined;
}

function trustIn(
  definitions: DefinitionSource,
  { kind }: CiEvent,
): Pick<TrustPlan, 'isHeadTrusted' | 'why'> {
  if (definitions === 'record') {
    return {
      isHeadTrusted: false,
      why: 'the record that came along chose its checks itself: they show what holds, and not that it was asked for',
    };
  }
  if (definitions === 'head') {
    return {
      isHeadTrusted: true,
      why: 'the checkout itself, as --definitions head asks: whoever proposes the change also chooses what judges it',
    };
  }
  return kind === 'default-branch'
    ? { isHeadTrusted: true, why: 'the default branch as it stands: what is on it was taken' }
    : {
        isHeadTrusted: false,
        why: 'the base revision: the change cannot choose what judges it',
      };
}
