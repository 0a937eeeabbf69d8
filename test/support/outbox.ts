import type { Database } from '../../src/platform/db/database.js';
import { lockWithin } from '../../src/platform/db/lock-within.js';
import { MailLimits } from '../../src/platform/outbox/mail-limits.js';
import { MessageClaims } from '../../src/platform/outbox/message-claims.js';
import type { FakeClock } from './fakes/fake-clock.js';

/** Creates the message claims and mail limits of one simulated process, with random delays disabled. */
export function claimsOn({ em }: Pick<Database, 'em'>, clock: FakeClock) {
  const limits = new MailLimits({ em, clock, lockWithin });
  return { limits, claims: new MessageClaims({ em, clock, lockWithin, limits, random: () => 0 }) };
}
