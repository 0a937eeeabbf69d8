import type base from '../locales/pt.json';

/** The key of a sentence in the catalogues of `src/locales`; the Portuguese one defines them. */
export type MessageKey = keyof typeof base;

/** A sentence for users, in no language yet: its key, with the values that stand in it where it takes any. */
export type Message<Key extends MessageKey = MessageKey> = Key | FilledMessage<Key>;

/** A key with the values of its arguments, by their names. */
export interface FilledMessage<Key extends MessageKey = MessageKey> {
  readonly key: Key;
  readonly values: MessageValues<Key>;
}

/** What stands in a sentence, by the names of its arguments. */
export type MessageValues<Key extends MessageKey = MessageKey> = Readonly<Record<string, MessageValue<Key>>>;

/** A text or number as it is, a sentence in the language of the whole, or several of these, with commas between them. */
export type MessageValue<Key extends MessageKey = MessageKey> =
  | string
  | number
  | FilledMessage<Key>
  | readonly (string | FilledMessage<Key>)[];

/** A sentence with values. One without any is also written as its key alone, except as a value of another. */
export function message<Key extends MessageKey>(key: Key, values: MessageValues<Key> = {}): FilledMessage<Key> {
  return { key, values };
}
