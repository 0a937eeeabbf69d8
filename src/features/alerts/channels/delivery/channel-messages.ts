import type { UnitOfWork } from '../../../../platform/db/database.js';
import { NotWanted } from '../../../../platform/outbox/delivery-failure.js';
import type { ClaimedMessage } from '../../../../platform/outbox/message-claims.js';
import { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { Priority } from '../../../../platform/outbox/outbox-message.entity.js';
import type { AlertItem } from '../../alert-item.js';
import { Channel } from '../channel.entity.js';
import type { MessageContent } from '../messages/write-message.js';
import type { ChannelSender } from './channel-sender.js';

/** As many items as a message lists; of others it says how many they are. */
const LISTED_MAX = 20;

/** As many items of a batch as are read to choose from. */
const READ_MAX = 200;

interface ChannelMessagesDeps {
  readonly em: UnitOfWork;
  readonly sender: Pick<ChannelSender, 'send'>;
}

/** Delivers the messages of the outbox that are for channels: what they tell of is read when they are sent. */
export class ChannelMessages {
  constructor(private readonly deps: ChannelMessagesDeps) {}

  /** @returns what the receiver answered. @throws {Rejected | NotSent | NotWanted} */
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

/** What the items of a batch tell: of each incident the newest item, the worst first. */
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
