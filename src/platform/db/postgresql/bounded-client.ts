import pg, { type ClientConfig } from 'pg';

/** Is told what becomes of the connections of a pool. */
export interface ClientWatch {
  /** How long a statement may wait for its answer; undefined for ever. */
  readonly answerTimeoutMs: number | undefined;
  /** A connection is being opened. */
  opened(client: BoundedClient): void;
  closed(client: BoundedClient): void;
  /** The server has answered a statement. */
  answered(): void;
  /** A statement has had no answer in time; its connection is destroyed already. */
  silent(): void;
}

/**
 * A connection that is destroyed when a statement gets no answer in time. `query_timeout` of pg only gives up the
 * statement: its connection would go back to the pool, and the next statement wait behind the answer that never comes.
 */
export class BoundedClient extends pg.Client {
  readonly #watch: ClientWatch;

  constructor(config: ClientConfig & { readonly watch: ClientWatch }) {
    super(config);
    this.#watch = config.watch;
    // Whoever uses the connection gets the error; without a listener it would end the process.
    this.on('error', () => {});
    this.once('end', () => this.#watch.closed(this));
    this.#watch.opened(this);
  }

  override query: pg.Client['query'] = (...args: unknown[]) => {
    const answer = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise) this.#bound(answer);
    return answer;
  };

  /** Ends the connection without waiting for the server. */
  destroy(): void {
    this.connection.stream.destroy();
  }

  #bound(answer: Promise<unknown>): void {
    const { answerTimeoutMs } = this.#watch;
    let isOver = false;
    const giveUp = () => {
      if (isOver) return;
      this.destroy();
      this.#watch.silent();
    };
    // If it was this process that stood still, the answer has arrived and is read before `giveUp` runs.
    const timer = answerTimeoutMs === undefined ? undefined : setTimeout(() => setImmediate(giveUp), answerTimeoutMs);
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    answer.then(
      () => {
        end();
        this.#watch.answered();
      },
      (error: unknown) => {
        end();
        if (error instanceof pg.DatabaseError) this.#watch.answered();
      },
    );
  }
}
