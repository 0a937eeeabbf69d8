import type { Channel } from '../channel.entity.js';
import type { MessageContent } from '../messages/write-message.js';

/** A message for one recipient of a channel. */
export interface Delivery {
  readonly channel: Channel;
  readonly content: MessageContent;
  /** The same at every attempt. */
  readonly messageId: string;
  readonly queuedAt: Date;
  /** Whether staff requested it. */
  readonly isUrgent: boolean;
  /** The e-mail address or the number of the browser; null where the channel itself is the recipient. */
  readonly address: string | null;
}
