import type base from '../locales/pt.json';

/** Key of a message in the catalogues of `src/locales`, defined by the Portuguese one. */
export type MessageKey = keyof typeof base;

/** An untranslated message for users: its key, with values if it takes any. */
export type Message<Key extends MessageKey = MessageKey> = Key | FilledMessage<Key>;

export interface FilledMessage<Key extends MessageKey = MessageKey> {
  readonly key: Key;
  readonly values: MessageValues<Key>;
}

export type MessageValues<Key extends MessageKey = MessageKey> = Readonly<Record<string, MessageValue<Key>>>;

/** A string or number used as is, a message translated into the same language, or a list of these, joined by commas. */
export type MessageValue<Key extends MessageKey = MessageKey> =
  | string
  | number
  | FilledMessage<Key>
  | readonly (string | FilledMessage<Key>)[];

/**
 * Creates a message with values. A message without values can also be written as its bare key, except when it is a
 * value of another message.
 */
export function message<Key extends MessageKey>(key: Key, values: MessageValues<Key> = {}): FilledMessage<Key> {
  return { key, values };
}
