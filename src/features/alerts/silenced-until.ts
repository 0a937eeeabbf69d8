import type { FilterQuery } from '@mikro-orm/core';
import type { Silence } from './silence.entity.js';

type WhatIsSilent = Pick<Silence, 'ruleId' | 'hostNumber' | 'untilAt'>;

/** Returns the condition for silences in force at a moment. */
export function inForce(now: Date): FilterQuery<Silence> {
  return { endedAt: null, untilAt: { $gt: now } };
}

/** Returns the end of the silences in force for a rule on a host; null if none applies. */
export function silencedUntil(
  silences: readonly WhatIsSilent[],
  { ruleId, hostNumber }: { readonly ruleId: number; readonly hostNumber: number },
): Date | null {
  let until: Date | null = null;
  for (const silence of silences) {
    const isMeant =
      (silence.ruleId === null || silence.ruleId === ruleId) &&
      (silence.hostNumber === null || silence.hostNumber === hostNumber);
    if (isMeant && (until === null || silence.untilAt > until)) until = silence.untilAt;
  }
  return until;
}
