import type { FilterQuery } from '@mikro-orm/core';
import type { Silence } from './silence.entity.js';

type WhatIsSilent = Pick<Silence, 'ruleId' | 'hostNumber' | 'tag' | 'untilAt'>;

interface RuleOnHost {
  /** Null for a deleted rule. */
  readonly ruleId: number | null;
  readonly hostNumber: number;
  /** The tags of the host. */
  readonly tags: readonly string[];
}

/** Returns the condition for silences in force at a moment. */
export function inForce(now: Date): FilterQuery<Silence> {
  return { endedAt: null, untilAt: { $gt: now } };
}

/** Returns the end of the silences in force for a rule on a host; null if none applies. */
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
