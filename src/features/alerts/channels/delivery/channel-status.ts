import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { OutboxMessage } from '../../../../platform/outbox/outbox-message.entity.js';
import type { AlertItem } from '../../alert-item.js';

/** The delivery status of a channel. */
export interface ChannelStatus {
  /** The message that was settled last; undefined if there has been none in recent months. */
  readonly last: Pick<OutboxMessage, 'state' | 'settledAt' | 'reason' | 'detail'> | undefined;
  readonly waiting: number;
  readonly failed: number;
}

/** The delivery of one of an incident's items: one for each recipient of each channel. */
export interface ItemDelivery {
  readonly channelId: number;
  readonly kind: AlertItem['kind'];
  /** Undefined (waiting) as long as the item is not part of a message. */
  readonly message: OutboxMessage | undefined;
  readonly queuedAt: Date;
}

/** Limits on the deliveries shown for one incident. */
const ITEMS_MAX = 100;
const MESSAGES_MAX = 500;

/** Reads the delivery status of channels and incidents. */
export class ChannelStatuses {
  constructor(private readonly deps: { readonly em: UnitOfWork }) {}

  async of(ids: readonly number[]): Promise<ReadonlyMap<number, ChannelStatus>> {
    if (ids.length === 0) return new Map();
    const em = this.deps.em.fork();
    const marks = ids.map(() => '?').join(', ');
    const messages = await queryRows<{ channel_id: number; state: string; count: number | string }>(
      em,
      `select channel_id, state, count(*) as count from outbox_messages
       where channel_id in (${marks}) and state in ('waiting', 'failed') group by channel_id, state`,
      ids,
    );
    const items = await queryRows<{ channel_id: number; count: number | string }>(
      em,
      `select channel_id, count(*) as count from outbox_items
       where batch is null and channel_id in (${marks}) group by channel_id`,
      ids,
    );
    const countOf = (channelId: number, state: string) =>
      Number(messages.find((row) => row.channel_id === channelId && row.state === state)?.count ?? 0);
    const entries = ids.map(async (id) => {
      const loose = Number(items.find((row) => row.channel_id === id)?.count ?? 0);
      const waiting = countOf(id, 'waiting') + loose;
      return [id, { last: await this.#findLatest(em, id), waiting, failed: countOf(id, 'failed') }] as const;
    });
    return new Map(await Promise.all(entries));
  }

  /** Returns the deliveries of an incident's items, oldest first. */
  async ofIncident(incidentId: number): Promise<ItemDelivery[]> {
    const em = this.deps.em.fork();
    const items = await em.find(OutboxItem, { incidentId }, { orderBy: { id: 'asc' }, limit: ITEMS_MAX });
    const batches = items.map(({ batch }) => batch).filter((batch) => batch !== null);
    const where = { batch: { $in: batches } };
    const messages = await em.find(OutboxMessage, where, { orderBy: { id: 'asc' }, limit: MESSAGES_MAX });
    return items.flatMap(({ channelId, batch, queuedAt, content }) => {
      const { kind } = JSON.parse(content) as AlertItem;
      const own = batch === null ? [undefined] : messages.filter((message) => message.batch === batch);
      return own.map((message) => ({ channelId, kind, queuedAt, message }));
    });
  }

  async #findLatest(em: UnitOfWork, channelId: number): Promise<ChannelStatus['last']> {
    const where = { channelId, settledAt: { $ne: null } };
    const [last] = await em.find(OutboxMessage, where, { orderBy: { settledAt: 'desc' }, limit: 1 });
    return last;
  }
}
