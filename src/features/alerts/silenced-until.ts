import type { FilterQuery } from '@mikro-orm/core';
import type { Silence } from './silence.entity.js';

type WhatIsSilent = Pick<Silence, 'ruleId' | 'hostNumber' | 'tag' | 'untilAt'>;

interface RuleOnHost {
  /** Null if the rule has been deleted. */
  readonly ruleId: number | null;
  readonly hostNumber: number;
  /** The host's tags. */
  readonly tags: readonly string[];
}

/** Returns the condition that selects silences in force at a given moment. */
export function inForce(now: Date): FilterQuery<Silence> {
  return { endedAt: null, untilAt: { $gt: now } };
}

/** Returns when the silences in force for a rule on a host end; null if there are none. */
export function silencedUntil(
  silences: readonly WhatIsSilent[],
  { ruleId, hostNumber, tags }: RuleOnHost,
): Date | null {
  let until: Date | null = null;
  for (const silence of silences) {
    const isMeant =
      (silence.ruleId === null || silence.ruleId === ruleId) &&
      (silence.hostNumber === null || silence.hostNumber === hostNumber) &&
      (silence.tag === null || tags.includes(silence.tag));
    if (isMeant && (until === null || silence.untilAt > until)) until = silence.untilAt;
  }
  return until;
}
