import type { UnitOfWork } from '../../../../platform/db/database.js';
import { NotWanted } from '../../../../platform/outbox/delivery-failure.js';
import type { ClaimedMessage } from '../../../../platform/outbox/message-claims.js';
import { OutboxItem } from '../../../../platform/outbox/outbox-item.entity.js';
import { Priority } from '../../../../platform/outbox/outbox-message.entity.js';
import type { MachineAccess } from '../../../../shared/identity/machine-access.js';
import type { AlertItem } from '../../alert-item.js';
import { Incident } from '../../incidents/incident.entity.js';
import { Channel } from '../channel.entity.js';
import type { MessageContent } from '../messages/write-message.js';
import type { PushSubscriptions } from '../push/push-subscriptions.js';
import type { ChannelSender } from './channel-sender.js';

/** Maximum number of items listed in a message; any others are only counted. */
const LISTED_MAX = 20;

/** Maximum number of a batch's items that are read to choose from. */
const READ_MAX = 200;

/** Returns the numbers of the hosts that somebody sees; undefined for all. */
export type VisibleNumbers = (access: MachineAccess) => Promise<readonly number[] | undefined>;

interface ChannelMessagesDeps {
  readonly em: UnitOfWork;
  readonly sender: Pick<ChannelSender, 'send'>;
  readonly pushSubscriptions: Pick<PushSubscriptions, 'accessOfBrowser'>;
  readonly visibleHosts: VisibleNumbers;
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
    const where = await this.#itemsFor(em, channel, { batch: batch ?? '', address });
    const content = await contentOf(em, where);
    if (where.incidentId && content.items.length === 0) throw new NotWanted('recipient_gone');
    const isUrgent = priority === Priority.URGENT;
    return this.deps.sender.send({ channel, content, messageId, queuedAt, address, isUrgent }, signal);
  }

  /**
   * Returns the condition for the items of a batch that a recipient may learn of. Browsers belong to accounts, which may
   * not see every machine; staff have chosen all other recipients (decision 109).
   */
  async #itemsFor(em: UnitOfWork, { kind }: Channel, { batch, address }: Recipient): Promise<ItemsWhere> {
    if (kind !== 'WEB_PUSH') return { batch };
    const access = await this.deps.pushSubscriptions.accessOfBrowser(address ?? '');
    const numbers = await this.deps.visibleHosts(access);
    if (!numbers) return { batch };
    const rows = await em.find(OutboxItem, { batch }, { fields: ['incidentId'], disableIdentityMap: true });
    const ids = rows.flatMap(({ incidentId }) => (incidentId === null ? [] : [incidentId]));
    const where = { id: { $in: ids }, hostNumber: { $in: [...numbers] } };
    const visible = await em.find(Incident, where, { fields: ['id'], disableIdentityMap: true });
    return { batch, incidentId: { $in: visible.map(({ id }) => id) } };
  }
}

/** Condition for the items of a message. */
interface ItemsWhere {
  readonly batch: string;
  readonly incidentId?: { readonly $in: number[] };
}

interface Recipient {
  readonly batch: string;
  readonly address: string | null;
}

/** Returns the content of a message: the newest item of each incident, worst first. */
async function contentOf(em: UnitOfWork, where: ItemsWhere): Promise<MessageContent> {
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
