import type { UnitOfWork } from '../../../../platform/db/database.js';
import { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { AlertItem } from '../../alert-item.js';
import { Channel } from '../channel.entity.js';

interface ChannelOutboxDeps {
  readonly clock: Clock;
}

/** Where alerts are put for a channel; what is put within 30 s becomes one message (decision 051). */
export class ChannelOutbox {
  constructor(private readonly deps: ChannelOutboxDeps) {}

  /**
   * Puts an item for a channel, in the transaction of the transition that it tells of. An item that was put before is not
   * put again, and a channel that is gone or switched off gets none.
   */
  async put(unit: UnitOfWork, channelId: number, item: AlertItem): Promise<void> {
    if ((await unit.count(Channel, { id: channelId, isActive: true })) === 0) return;
    const { id, incidentId, severity } = item;
    const queuedAt = this.deps.clock.steady();
    const row = { channelId, itemId: id, incidentId, severity, queuedAt, content: JSON.stringify(item) };
    await unit.upsert(OutboxItem, row, { onConflictFields: ['channelId', 'itemId'], onConflictAction: 'ignore' });
  }
}
