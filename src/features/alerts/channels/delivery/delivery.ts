import type { Channel } from '../channel.entity.js';
import type { MessageContent } from '../messages/write-message.js';

/** A message for one recipient of a channel. */
export interface Delivery {
  readonly channel: Channel;
  readonly content: MessageContent;
  /** The message's id, which is the same on every attempt. */
  readonly messageId: string;
  readonly queuedAt: Date;
  /** False only for a push message to a browser of non-staff. */
  readonly isUrgent: boolean;
  /** The e-mail address or the browser's number; null if the channel itself is the recipient. */
  readonly address: string | null;
}
