import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLFormattedError, subscribe } from 'graphql';
import type { Seat } from './seat.js';

interface SharedExecutionParts {
  readonly args: ExecutionArgs;
  readonly format: (errors: readonly GraphQLError[]) => GraphQLFormattedError[];
  /** Called once, when nobody may enter any more. */
  readonly onEnd: () => void;
}

/** What ended a shared subscription before its time, as all its subscribers see it. */
export class SharedFailure extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('A shared subscription failed');
  }
}

/**
 * One execution of a subscription for all its seats: it begins with the first, ends with the last, and makes bytes of
 * each result once.
 */
export class SharedExecution {
  readonly #seats = new Set<Seat>();
  #newest: Buffer | undefined;
  #results: AsyncGenerator<ExecutionResult, void, void> | undefined;
  #over = false;

  constructor(private readonly parts: SharedExecutionParts) {
    void this.#run();
  }

  /** Takes a seat, which gets the newest result at once, and from then on each later one. */
  enter(seat: Seat): void {
    this.#seats.add(seat);
    if (this.#newest) seat.offer(this.#newest);
  }

  /** Gives a seat back; with the last one the execution ends. */
  leave(seat: Seat): void {
    this.#seats.delete(seat);
    if (this.#seats.size > 0 || this.#over) return;
    this.#close();
    // What it still says concerns nobody.
    this.#results?.return().catch(() => {});
  }

  async #run(): Promise<void> {
    try {
      const results = await subscribe(this.parts.args);
      if (!(Symbol.asyncIterator in results)) this.#send(results);
      else if (this.#over) await results.return();
      else await this.#follow(results);
      this.#end();
    } catch (error) {
      this.#end(new SharedFailure(this.parts.format([wrap(error)])));
    }
  }

  async #follow(results: AsyncGenerator<ExecutionResult, void, void>): Promise<void> {
    this.#results = results;
    for await (const result of results) this.#send(result);
  }

  #send({ errors, ...result }: ExecutionResult): void {
    const payload = errors ? { ...result, errors: this.parts.format(errors) } : result;
    const bytes = Buffer.from(JSON.stringify(payload));
    this.#newest = bytes;
    for (const seat of this.#seats) {
      if (seat.isTaken) seat.offer(bytes);
      else this.leave(seat);
    }
  }

  /** The source has ended: so does every subscription to it. */
  #end(failure?: SharedFailure): void {
    if (this.#over) return;
    this.#close();
    for (const seat of this.#seats) seat.end(failure);
  }

  #close(): void {
    this.#over = true;
    this.parts.onEnd();
  }
}

function wrap(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
