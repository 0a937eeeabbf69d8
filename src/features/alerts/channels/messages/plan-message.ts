import type { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { isQuiet, type QuietHours } from './quiet-hours.js';
import { MESSAGES_AN_HOUR } from './write-message.js';

/** Time after a message during which items are gathered for the next one. */
const GROUP_MS = 30_000;

/** A channel with this many undelivered messages gets no more, because its receiver is not responding. */
const UNSENT_MAX = 2;

/** An item that is not part of a message yet. */
export type LooseItem = Pick<OutboxItem, 'id' | 'severity' | 'heldBy'>;

interface Situation {
  /** The pending items, oldest first. */
  readonly items: readonly LooseItem[];
  readonly quietHours: QuietHours | undefined;
  /** The current time by the steady clock, like `newestAt`. */
  readonly now: Date;
  /** The current wall-clock time, for quiet hours. */
  readonly wallClock: Date;
  readonly recent: {
    /** Messages settled within the last hour or not settled yet. */
    readonly inLastHour: number;
    readonly unsent: number;
    /** When the newest message was created; undefined if there is none. */
    readonly newestAt: Date | undefined;
  };
}

interface Plan {
  readonly taken: readonly LooseItem[];
  readonly held: { readonly limit: readonly LooseItem[]; readonly quiet: readonly LooseItem[] };
}

/**
 * Decides which of a channel's items go into a message now (contract 12): all that are not held back by quiet hours. No
 * message is sent within 30 s of the previous one, or if the channel has reached its hourly limit or its receiver is
 * not responding.
 */
export function planMessage({ items, quietHours, now, wallClock, recent }: Situation): Plan {
  const quiet = quietHours && isQuiet(quietHours, wallClock) ? items.filter((item) => isHeld(item, quietHours)) : [];
  const free = items.filter((item) => !quiet.includes(item));
  const nothing = { taken: [], held: { limit: [], quiet } };
  const sinceNewestMs = now.getTime() - (recent.newestAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (free.length === 0 || sinceNewestMs < GROUP_MS) return nothing;
  if (recent.inLastHour >= MESSAGES_AN_HOUR) return { taken: [], held: { limit: free, quiet } };
  if (recent.unsent >= UNSENT_MAX) return nothing;
  return { taken: free, held: { limit: [], quiet } };
}

function isHeld(item: LooseItem, { severity }: QuietHours): boolean {
  return severity === 'ALL' || item.severity === 'WARNING';
}
