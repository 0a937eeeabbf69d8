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

/**
 * Events that say only what has changed since the one before. Their `snapshot` is an event that says all, for who comes
 * later or was too slow; undefined before the first event.
 */
interface EventsOfChanges {
  readonly snapshot: unknown;
}

/** What ended a shared subscription before its time, as all its subscribers see it. */
export class SharedFailure extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('A shared subscription failed');
  }
}

/**
 * One execution of a subscription for all its subscribers: it begins with the first, ends with the last, and writes
 * each result as JSON once.
 */
export class SharedExecution {
  readonly #subscribers = new Set<Subscriber>();
  #newest: string | undefined;
  #events: (AsyncIterator<unknown> & Partial<EventsOfChanges>) | undefined;
  /** The newest snapshot as JSON, until the next event. */
  #snapshot: Promise<string> | undefined;
  /** How many results have been sent. */
  #sent = 0;
  #over = false;

  constructor(private readonly deps: SharedExecutionDeps) {
    void this.#run();
  }

  /** Adds a subscriber, which gets the newest result at once, and from then on each later one. */
  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (!this.#newest) return;
    if (this.#events?.snapshot === undefined) subscriber.offer(this.#newest);
    else this.catchUp(subscriber);
  }

  /** Offers a subscriber all that the events have said so far. */
  catchUp(subscriber: Subscriber): void {
    const snapshot = this.#events?.snapshot;
    if (snapshot === undefined || this.#over) return;
    this.#snapshot ??= this.#resultOf(snapshot);
    const sent = this.#sent;
    // It is executed as the events are, so that it cannot fail where they do not.
    void this.#snapshot.then((json) => {
      if (!subscriber.isSubscribed) return;
      subscriber.offer(json);
      // An event that was sent meanwhile is newer than the snapshot.
      if (sent !== this.#sent) this.catchUp(subscriber);
    });
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
