/**
 * How long to collect messages for a batch, since each `NOTIFY` costs a commit, and PostgreSQL serialises commits with
 * notifications.
 */
const BATCH_MS = 20;

/** PostgreSQL accepts payloads of less than 8,000 bytes. */
const BATCH_MAX_BYTES = 7500;

type Message = readonly [topic: string, payload: unknown];

/** Collects messages for a few milliseconds and sends them in as few batches as possible. */
export class MessageBatches {
  #waiting: string[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly nodeId: string,
    private readonly send: (batch: string) => void,
  ) {}

  /**
   * Adds a message. @throws when the message on its own is too long for a batch; publish a reference instead of the
   * content.
   */
  add(topic: string, payload: unknown): void {
    const text = JSON.stringify([topic, payload] satisfies Message);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > BATCH_MAX_BYTES - 100) throw new RangeError(`A message on ${topic} is too long: ${bytes} bytes`);
    if (this.#bytes + bytes > BATCH_MAX_BYTES - 100) this.flush();
    this.#waiting.push(text);
    this.#bytes += bytes;
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const batch = `{"from":${JSON.stringify(this.nodeId)},"messages":[${this.#waiting.join()}]}`;
    this.#waiting = [];
    this.#bytes = 0;
    this.send(batch);
  }
}

/**
 * Returns the messages in a batch; none for the node's own, since `NOTIFY` also reaches the sender. Malformed batches,
 * which anyone with write access to the database can send, contain none either.
 */
export function messagesOf(batch: string, ownNodeId: string): readonly Message[] {
  try {
    const { from, messages } = JSON.parse(batch) as { from?: unknown; messages?: unknown };
    if (from === ownNodeId || !Array.isArray(messages)) return [];
    return messages.filter((message): message is Message => Array.isArray(message) && typeof message[0] === 'string');
  } catch {
    return [];
  }
}
