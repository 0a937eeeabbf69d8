import type { UnitOfWork } from '../../../../platform/db/database.js';
import { NotWanted } from '../../../../platform/outbox/delivery-failure.js';
import type { ClaimedMessage } from '../../../../platform/outbox/message-claims.js';
import { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { Priority } from '../../../../platform/outbox/outbox-message.entity.js';
import type { AlertItem } from '../../alert-item.js';
import { Channel } from '../channel.entity.js';
import type { MessageContent } from '../messages/write-message.js';
import type { ChannelSender } from './channel-sender.js';

/** Maximum number of items listed in a message; any others are only counted. */
const LISTED_MAX = 20;

/** Maximum number of a batch's items that are read to choose from. */
const READ_MAX = 200;

interface ChannelMessagesDeps {
  readonly em: UnitOfWork;
  readonly sender: Pick<ChannelSender, 'send'>;
}

/** Delivers the outbox messages of channels. Their content is only read when they are sent. */
export class ChannelMessages {
  constructor(private readonly deps: ChannelMessagesDeps) {}

  /** @returns the receiver's answer. @throws {Rejected | NotSent | NotWanted} */
  async deliver(message: ClaimedMessage, signal: AbortSignal): Promise<string> {
    const { channelId, batch, messageId, queuedAt, address, priority } = message;
    const em = this.deps.em.fork();
    const channel = await em.findOne(Channel, { id: channelId ?? 0 });
    if (!channel?.isActive) throw new NotWanted('channel_gone');
    const content = await contentOf(em, batch ?? '');
    const isUrgent = priority === Priority.URGENT;
    return this.deps.sender.send({ channel, content, messageId, queuedAt, address, isUrgent }, signal);
  }
}

/** Returns the content of a batch: the newest item of each incident, worst first. */
async function contentOf(em: UnitOfWork, batch: string): Promise<MessageContent> {
  const where = { batch };
  const rows = await em.find(OutboxItem, where, { orderBy: { severity: 'asc', id: 'desc' }, limit: READ_MAX });
  const newest = new Map<number | string, AlertItem>();
  for (const { incidentId, itemId, content } of rows) {
    const key = incidentId ?? itemId;
    if (!newest.has(key)) newest.set(key, JSON.parse(content) as AlertItem);
  }
  const items = [...newest.values()];
  const unread = Math.max(0, (await em.count(OutboxItem, where)) - rows.length);
  return {
    items: items.slice(0, LISTED_MAX),
    more: Math.max(0, items.length - LISTED_MAX) + unread,
    heldByLimit: await em.count(OutboxItem, { ...where, heldBy: 'limit' }),
    heldByQuiet: await em.count(OutboxItem, { ...where, heldBy: 'quiet' }),
  };
}
