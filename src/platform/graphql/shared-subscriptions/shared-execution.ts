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
  readonly turn: () => Promise<void>;
  readonly format: (errors: readonly GraphQLError[]) => GraphQLFormattedError[];
  /** Called once, when the execution accepts no more subscribers. */
  readonly onEnd: () => void;
}

/**
 * Events that contain only the changes since the previous one. Their `snapshot` is a complete event, for late or slow
 * subscribers; undefined before the first event.
 */
interface EventsOfChanges {
  readonly snapshot: unknown;
}

/** Failure that ended a shared subscription early, as reported to all its subscribers. */
export class SharedFailure extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('A shared subscription failed');
  }
}

/**
 * Executes a subscription once for all its subscribers. The execution starts with the first and ends with the last, and
 * each result is serialised only once.
 */
export class SharedExecution {
  readonly #subscribers = new Set<Subscriber>();
  #newest: string | undefined;
  #events: (AsyncIterator<unknown> & Partial<EventsOfChanges>) | undefined;
  /** The newest snapshot as JSON, valid until the next event. */
  #snapshot: Promise<string> | undefined;
  #sent = 0;
  #over = false;

  constructor(private readonly deps: SharedExecutionDeps) {
    void this.#run();
  }

  /** Adds a subscriber, which immediately receives the newest result and then each later one. */
  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (!this.#newest) return;
    if (this.#events?.snapshot === undefined) subscriber.offer(this.#newest);
    else this.catchUp(subscriber);
  }

  /** Sends a subscriber the current snapshot to make up for missed events. */
  catchUp(subscriber: Subscriber): void {
    const snapshot = this.#events?.snapshot;
    if (snapshot === undefined || this.#over) return;
    this.#snapshot ??= this.#resultOf(snapshot);
    const sent = this.#sent;
    // Executed like the events, so it cannot fail where they succeed.
    void this.#snapshot.then((json) => {
      if (!subscriber.isSubscribed) return;
      subscriber.offer(json);
      // An event sent in the meantime is newer than the snapshot.
      if (sent !== this.#sent) this.catchUp(subscriber);
    });
  }

  /** Removes a subscriber; the execution ends with the last one. */
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
      if (!(Symbol.asyncIterator in source)) this.#send(this.#jsonOf(source));
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
      this.#snapshot = undefined;
      this.#send(await this.#resultOf(event.value));
    }
  }

  async #resultOf(event: unknown): Promise<string> {
    return this.#jsonOf(await execute({ ...this.deps.args, rootValue: event }));
  }

  #jsonOf({ errors, ...result }: ExecutionResult): string {
    return JSON.stringify(errors ? { ...result, errors: this.deps.format(errors) } : result);
  }

  #send(json: string): void {
    const areChanges = this.#newest !== undefined && this.#events?.snapshot !== undefined;
    this.#newest = json;
    this.#sent += 1;
    for (const subscriber of this.#subscribers) {
      if (!subscriber.isSubscribed) this.leave(subscriber);
      else if (areChanges) subscriber.offerChange(json);
      else subscriber.offer(json);
    }
  }

  /** Ends all subscriptions when the source ends. */
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
