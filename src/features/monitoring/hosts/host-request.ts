import { randomUUID } from 'node:crypto';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { Clock } from '../../../shared/time/clock.js';

/**
 * How long to wait for an answer. A node on another machine may measure for half a second, but one that cannot answer
 * must not keep callers waiting.
 */
const ANSWER_WITHIN_MS = 2000;

/** The length of a UUID. With a longer id, an answer might not fit into a message. */
const ID_MAX = 36;

export interface HostRequestDeps {
  readonly events: NodeEvents;
  readonly clock: Pick<Clock, 'after'>;
  /** Whether this node can answer for a host, because it runs on that machine or is connected to its agent. */
  readonly isHere: (host: number) => boolean;
}

interface HostRequestKind<Question, Answer> {
  /** Topic of the requests, from which the topic of the answers is derived. */
  readonly topic: string;
  /**
   * Answers for a host that this node can answer for. The question is untrusted, since anyone with write access to the
   * database can send one.
   */
  readonly answer: (host: number, question: Question | undefined) => Promise<Answer | null>;
}

/** Queries a host, through another node if necessary. */
export class HostRequest<Question, Answer> {
  readonly #waiting = new Map<string, (found: Answer | null) => void>();
  readonly #answerTopic: string;

  constructor(
    private readonly deps: HostRequestDeps,
    private readonly kind: HostRequestKind<Question, Answer>,
  ) {
    this.#answerTopic = `${kind.topic} found`;
    deps.events.subscribe(kind.topic, (message) => void this.#answer(message));
    deps.events.subscribe(this.#answerTopic, (message) => this.#receive(message));
  }

  /** Returns null if the answer is unknown, including when no node answers for the host in time. */
  ask(host: number, question?: Question): Promise<Answer | null> {
    const { events, clock, isHere } = this.deps;
    if (isHere(host)) return this.kind.answer(host, question);
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (found: Answer | null) => {
        stopTimer();
        this.#waiting.delete(id);
        resolve(found);
      };
      const stopTimer = clock.after(ANSWER_WITHIN_MS, () => end(null));
      this.#waiting.set(id, end);
      events.publish(this.kind.topic, { id, host, question });
    });
  }

  async #answer(message: unknown): Promise<void> {
    const { id, host, question } = Object(message) as { id?: unknown; host?: unknown; question?: Question };
    const { events, isHere } = this.deps;
    if (typeof host !== 'number' || !isHere(host) || typeof id !== 'string' || id.length > ID_MAX) return;
    const found = await this.kind.answer(host, question).catch(() => null);
    events.publish(this.#answerTopic, { id, found });
  }

  #receive(message: unknown): void {
    const { id, found } = Object(message) as { id?: unknown; found?: Answer | null };
    this.#waiting.get(String(id))?.(found ?? null);
  }
}
