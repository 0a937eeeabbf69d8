import type base from '../locales/pt.json';

/** Key of a sentence in the catalogues of `src/locales`, defined by the Portuguese one. */
export type MessageKey = keyof typeof base;

/** Untranslated sentence for users: its key, with values if it takes any. */
export type Message<Key extends MessageKey = MessageKey> = Key | FilledMessage<Key>;

export interface FilledMessage<Key extends MessageKey = MessageKey> {
  readonly key: Key;
  readonly values: MessageValues<Key>;
}

export type MessageValues<Key extends MessageKey = MessageKey> = Readonly<Record<string, MessageValue<Key>>>;

/** Text or number used as is, a message translated like the whole sentence, or a list of these, joined by commas. */
export type MessageValue<Key extends MessageKey = MessageKey> =
  | string
  | number
  | FilledMessage<Key>
  | readonly (string | FilledMessage<Key>)[];

/**
 * Creates a message with values. One without values can also be written as its bare key, except as a value of another.
 */
export function message<Key extends MessageKey>(key: Key, values: MessageValues<Key> = {}): FilledMessage<Key> {
  return { key, values };
}
