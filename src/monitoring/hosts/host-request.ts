import { randomUUID } from 'node:crypto';
import type { NodeEvents } from '../../nodes/node-events.js';
import type { Clock } from '../../shared/clock.js';

/** A node of another machine may measure for half a second; one that cannot answer must not keep anybody waiting. */
const ANSWER_WITHIN_MS = 2000;

/** The length of a UUID: an answer beside a longer id may not fit into a message. */
const ID_MAX = 36;

/** Where a request is heard, and how nodes know who is asked. */
export interface HostRequestDeps {
  readonly events: NodeEvents;
  readonly clock: Pick<Clock, 'every'>;
  /** The number of the host that is meant; undefined before there is one. */
  readonly shownHost: () => number | undefined;
  readonly ownHost: () => number | undefined;
}

interface HostRequestKind<Question, Answer> {
  /** The topic; the answers have another, made from it. */
  readonly topic: string;
  /** What this machine says; the question may come from anybody who may write to the database. */
  readonly answer: (question: Question | undefined) => Promise<Answer | null>;
}

/** Asks the host that is shown: where that is another machine, one of its nodes. */
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

  /** Null where it is unknown, which includes that no node of the machine answers in time. */
  ask(question?: Question): Promise<Answer | null> {
    const { events, clock, shownHost, ownHost } = this.deps;
    const host = shownHost();
    if (host === ownHost()) return this.kind.answer(question);
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (found: Answer | null) => {
        stopTimer();
        this.#waiting.delete(id);
        resolve(found);
      };
      const stopTimer = clock.every(ANSWER_WITHIN_MS, () => end(null));
      this.#waiting.set(id, end);
      events.publish(this.kind.topic, { id, host, question });
    });
  }

  async #answer(message: unknown): Promise<void> {
    const { id, host, question } = Object(message) as { id?: unknown; host?: unknown; question?: Question };
    const { events, ownHost } = this.deps;
    if (host !== ownHost() || typeof id !== 'string' || id.length > ID_MAX) return;
    const found = await this.kind.answer(question).catch(() => null);
    events.publish(this.#answerTopic, { id, found });
  }

  #receive(message: unknown): void {
    const { id, found } = Object(message) as { id?: unknown; found?: Answer | null };
    this.#waiting.get(String(id))?.(found ?? null);
  }
}
