import { ProtocolError } from './protocol/protocol.js';

interface AgentQuestionsDeps {
  /** The name of the answers, for error messages. */
  readonly name: string;
  readonly ask: (id: number) => void;
  readonly steadyMs: () => number;
}

/** Deadline of an answer. */
const ANSWER_MS = 5000;

/** Asks an agent one kind of question, one at a time, and tells its answers from those it was not asked for. */
export class AgentQuestions<Answer> {
  #pending: Question<Answer> | undefined;
  #asked = 0;
  /** Id of the last question answered. */
  #answered = 0;

  constructor(private readonly deps: AgentQuestionsDeps) {}

  /** Asks, unless an answer is still due. Resolves to null if there is none in time. */
  ask(): Promise<Answer | null> {
    if (!this.#pending) {
      const { promise, resolve } = Promise.withResolvers<Answer | null>();
      this.#pending = { id: ++this.#asked, promise, resolve, untilMs: this.deps.steadyMs() + ANSWER_MS };
      this.deps.ask(this.#pending.id);
    }
    return this.#pending.promise;
  }

  /** Requires that a question was asked and not answered yet. @throws {ProtocolError} */
  requireAsked(id: number): void {
    if (id <= this.#answered || id > this.#asked) throw new ProtocolError(`${this.deps.name}: not requested`);
  }

  /** Takes an answer. @throws {ProtocolError} if it was not requested. */
  take(id: number, answer: Answer | null): void {
    this.requireAsked(id);
    this.#answered = id;
    // A late answer may belong to an earlier question.
    if (this.#pending?.id === id) this.#resolve(answer);
  }

  /** Handles the deadline. */
  beat(nowMs: number): void {
    if (this.#pending && nowMs >= this.#pending.untilMs) this.#resolve(null);
  }

  /** Ends a pending question without an answer. */
  end(): void {
    this.#resolve(null);
  }

  #resolve(answer: Answer | null): void {
    this.#pending?.resolve(answer);
    this.#pending = undefined;
  }
}

interface Question<Answer> {
  readonly id: number;
  readonly promise: Promise<Answer | null>;
  readonly resolve: (answer: Answer | null) => void;
  readonly untilMs: number;
}
