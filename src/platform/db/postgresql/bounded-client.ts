import pg, { type ClientConfig } from 'pg';

export interface ClientWatch {
  /** How long a statement may wait for an answer; undefined for no limit. */
  readonly answerTimeoutMs: number | undefined;
  opened(client: BoundedClient): void;
  closed(client: BoundedClient): void;
  answered(): void;
  /** Called when a statement got no answer in time and its connection has been destroyed. */
  silent(): void;
}

/**
 * Connection that is destroyed when a statement gets no answer in time. With pg's `query_timeout`, only the statement
 * is abandoned, so the connection would return to the pool, and the next statement would wait behind the missing
 * answer.
 */
export class BoundedClient extends pg.Client {
  readonly #watch: ClientWatch;

  constructor(config: ClientConfig & { readonly watch: ClientWatch }) {
    super(config);
    this.#watch = config.watch;
    // The connection's user gets the error; without a listener it would end the process.
    this.on('error', () => {});
    this.once('end', () => this.#watch.closed(this));
    this.#watch.opened(this);
  }

  override query: pg.Client['query'] = (...args: unknown[]) => {
    const answer = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise) this.#bound(answer);
    return answer;
  };

  /** Closes the connection without waiting for the server. */
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
    // If this process itself was stalled, the answer has already arrived and is read before `giveUp` runs.
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
