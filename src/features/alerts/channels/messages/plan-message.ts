import type { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { isQuiet, type QuietHours } from './quiet-hours.js';
import { MESSAGES_AN_HOUR } from './write-message.js';

/** How long the first item of a message waits for others. */
const GROUP_MS = 30_000;

/** With as many messages not yet delivered, a channel gets no further one: its receiver does not answer. */
const UNSENT_MAX = 2;

/** An item that is in no message yet. */
export type LooseItem = Pick<OutboxItem, 'id' | 'severity' | 'queuedAt' | 'heldBy'>;

interface Situation {
  /** The oldest first. */
  readonly items: readonly LooseItem[];
  readonly quietHours: QuietHours | undefined;
  /** By the clock that `queuedAt` is of, which goes on evenly. */
  readonly now: Date;
  /** What clocks on the wall show, which quiet hours go by. */
  readonly wallClock: Date;
  readonly recent: {
    /** Messages that were settled in the last hour, or are not yet. */
    readonly inLastHour: number;
    readonly unsent: number;
  };
}

interface Plan {
  /** The items that make a message now. */
  readonly taken: readonly LooseItem[];
  /** Those that have to wait for longer than others. */
  readonly held: { readonly limit: readonly LooseItem[]; readonly quiet: readonly LooseItem[] };
}

/**
 * Decides which items of a channel make a message now (contract 12): those that no quiet hours hold back, once the oldest
 * of them has waited for 30 s, unless the channel has had its messages of the hour or its receiver does not answer.
 */
export function planMessage({ items, quietHours, now, wallClock, recent }: Situation): Plan {
  const quiet = quietHours && isQuiet(quietHours, wallClock) ? items.filter((item) => isHeld(item, quietHours)) : [];
  const free = items.filter((item) => !quiet.includes(item));
  const [oldest] = free;
  const nothing = { taken: [], held: { limit: [], quiet } };
  if (!oldest || now.getTime() - oldest.queuedAt.getTime() < GROUP_MS) return nothing;
  if (recent.inLastHour >= MESSAGES_AN_HOUR) return { taken: [], held: { limit: free, quiet } };
  if (recent.unsent >= UNSENT_MAX) return nothing;
  return { taken: free, held: { limit: [], quiet } };
}

function isHeld(item: LooseItem, { severity }: QuietHours): boolean {
  return severity === 'ALL' || item.severity === 'WARNING';
}
