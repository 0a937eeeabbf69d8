import type { Channel } from '../channel.entity.js';
import type { MessageContent } from '../messages/write-message.js';

/** What one recipient of a channel is to get. */
export interface Delivery {
  readonly channel: Channel;
  readonly content: MessageContent;
  /** The same at every try. */
  readonly messageId: string;
  readonly queuedAt: Date;
  /** Whether staff have asked for it. */
  readonly isUrgent: boolean;
  /** The e-mail address, or the number of the browser; null where the channel is the recipient. */
  readonly address: string | null;
}
