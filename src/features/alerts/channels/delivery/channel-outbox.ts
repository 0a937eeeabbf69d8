import type { UnitOfWork } from '../../../../platform/db/database.js';
import { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { AlertItem } from '../../alert-item.js';
import { Channel } from '../channel.entity.js';

interface ChannelOutboxDeps {
  readonly clock: Clock;
}

/**
 * Queues alert items for channels. The first one is sent immediately; those of the next 30 s are combined into one
 * message (decision 017).
 */
export class ChannelOutbox {
  constructor(private readonly deps: ChannelOutboxDeps) {}

  /**
   * Queues an item for a channel, in the transaction of the transition it reports. Does nothing if the item has already
   * been queued, or if the channel has been deleted or switched off.
   *
   * @returns whether the channel is notified.
   */
  async put(unit: UnitOfWork, channelId: number, item: AlertItem): Promise<boolean> {
    if ((await unit.count(Channel, { id: channelId, isActive: true })) === 0) return false;
    const { id, incidentId, severity } = item;
    const queuedAt = this.deps.clock.steady();
    const row = { channelId, itemId: id, incidentId, severity, queuedAt, content: JSON.stringify(item) };
    await unit.upsert(OutboxItem, row, { onConflictFields: ['channelId', 'itemId'], onConflictAction: 'ignore' });
    return true;
  }
}
