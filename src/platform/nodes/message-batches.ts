/** How long a message waits for others: each `NOTIFY` costs a commit, in which PostgreSQL's notifications take turns. */
const BATCH_MS = 20;

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const BATCH_MAX_BYTES = 7500;

/** A topic and what is said on it. */
type Message = readonly [topic: string, payload: unknown];

/** Collects messages for some milliseconds and sends them as few texts. */
export class MessageBatches {
  #waiting: string[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly nodeId: string,
    private readonly send: (batch: string) => void,
  ) {}

  /** Adds a message. @throws when it alone is too long for a batch: tell where to look instead of what is there. */
  add(topic: string, payload: unknown): void {
    const text = JSON.stringify([topic, payload] satisfies Message);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > BATCH_MAX_BYTES - 100) throw new RangeError(`A message on ${topic} is too long: ${bytes} bytes`);
    if (this.#bytes + bytes > BATCH_MAX_BYTES - 100) this.flush();
    this.#waiting.push(text);
    this.#bytes += bytes;
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS).unref();
  }

  /** Sends what waits. */
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
 * The messages of a batch, none for a node's own: `NOTIFY` reaches the sender too. Nor is there any in a text that is no
 * batch, as anybody who may write to the database can send one.
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
