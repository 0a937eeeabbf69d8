import { ruleName } from '../../lib/i18n/rule-name';
import { formatSince } from '../../lib/i18n/since';
import { type MessageKey, t } from '../../lib/i18n/t';

/** States of a host, by their names in the schema. */
export type HostStateName = 'LIVE' | 'LATE' | 'AWAY' | 'RETIRED' | 'WAITING';

/** Labels of the states. */
export const hostStateWords = {
  LIVE: 'ui.hostState.live',
  LATE: 'ui.hostState.late',
  AWAY: 'ui.hostState.away',
  RETIRED: 'ui.hostState.retired',
  WAITING: 'ui.hostState.waiting',
} as const satisfies Record<HostStateName, MessageKey>;

/** An alert firing on a host. */
export interface FiringAlert {
  readonly ruleName: string;
  readonly severity: 'WARNING' | 'BAD';
}

export interface KnownOfHost {
  readonly state: HostStateName;
  /** When it was last seen, in milliseconds of `Date.now()`; undefined if never. */
  readonly seenMs: number | undefined;
  /** Alerts firing on the host. */
  readonly firing: readonly FiringAlert[];
  /** When the server was last heard from; undefined while it is reachable. */
  readonly awaySince: number | undefined;
}

/** A host's state in words, the same on every page. */
export interface HostCondition {
  /** Shape and colour: those of a severity while alerts fire on a live host. */
  readonly mark: HostStateName | 'UNKNOWN' | 'WARNING' | 'BAD';
  /** A few words beside the mark. */
  readonly words: string;
  /** The rest of the sentence; empty if there is nothing to add. */
  readonly detail: string;
}

/**
 * Describes a host's state in one sentence. Claims nothing that isn't currently known: a host that sends nothing is not
 * live, and one with firing alerts is not quiet.
 */
export function hostConditionOf({ state, seenMs, firing, awaySince }: KnownOfHost): HostCondition {
  if (state === 'RETIRED') return { mark: state, words: t('ui.hostState.retired'), detail: '' };
  if (awaySince !== undefined) return { mark: 'UNKNOWN', words: t('ui.hostState.unknown'), detail: since(awaySince) };
  const alerts = firing.length > 0 ? t('ui.hostState.alerts', { count: firing.length }) : '';
  if (state !== 'LIVE') {
    return {
      mark: state,
      words: t(hostStateWords[state]),
      detail: [seenMs === undefined ? '' : since(seenMs), alerts].filter(Boolean).join(' · '),
    };
  }
  const worst = firing.find(({ severity }) => severity === 'BAD') ?? firing[0];
  if (!worst) return { mark: state, words: t('ui.hostState.live'), detail: '' };
  return { mark: worst.severity, words: alerts, detail: ruleName(worst.ruleName) };
}

function since(ms: number): string {
  return t('ui.hostState.since', { time: formatSince(ms) });
}
