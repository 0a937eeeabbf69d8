import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import type { Subscriber } from './subscriber.js';

interface SharedExecutionDeps {
  readonly args: ExecutionArgs;
  /** Resolves when an event may be executed. */
  readonly turn: () => Promise<void>;
  readonly format: (errors: readonly GraphQLError[]) => GraphQLFormattedError[];
  /** Called once, when no subscriber may join any more. */
  readonly onEnd: () => void;
}

/** What ended a shared subscription before its time, as all its subscribers see it. */
export class SharedFailure extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('A shared subscription failed');
  }
}

/**
 * One execution of a subscription for all its subscribers: it begins with the first, ends with the last, and makes bytes of
 * each result once.
 */
export class SharedExecution {
  readonly #subscribers = new Set<Subscriber>();
  #newest: Buffer | undefined;
  #events: AsyncIterator<unknown> | undefined;
  #over = false;

  constructor(private readonly deps: SharedExecutionDeps) {
    void this.#run();
  }

  /** Adds a subscriber, which gets the newest result at once, and from then on each later one. */
  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#newest) subscriber.offer(this.#newest);
  }

  /** Removes a subscriber; with the last one the execution ends. */
  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0 || this.#over) return;
    this.#close();
    // No subscriber is left to report a failure to.
    this.#events?.return?.().catch(() => {});
  }

  async #run(): Promise<void> {
    try {
      const source = await createSourceEventStream(this.deps.args);
      if (!(Symbol.asyncIterator in source)) this.#send(source);
      else await this.#follow(source[Symbol.asyncIterator]());
      this.#end();
    } catch (error) {
      this.#end(new SharedFailure(this.deps.format([wrap(error)])));
    }
  }

  async #follow(events: AsyncIterator<unknown>): Promise<void> {
    this.#events = events;
    if (this.#over) return void (await events.return?.());
    for (let event = await events.next(); !event.done; event = await events.next()) {
      await this.deps.turn();
      if (this.#over) return;
      this.#send(await execute({ ...this.deps.args, rootValue: event.value }));
    }
  }

  #send({ errors, ...result }: ExecutionResult): void {
    const payload = errors ? { ...result, errors: this.deps.format(errors) } : result;
    const bytes = Buffer.from(JSON.stringify(payload));
    this.#newest = bytes;
    for (const subscriber of this.#subscribers) {
      if (subscriber.isSubscribed) subscriber.offer(bytes);
      else this.leave(subscriber);
    }
  }

  /** The source has ended: so does every subscription to it. */
  #end(failure?: SharedFailure): void {
    if (this.#over) return;
    this.#close();
    for (const subscriber of this.#subscribers) subscriber.end(failure);
  }

  #close(): void {
    this.#over = true;
    this.deps.onEnd();
  }
}

function wrap(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
