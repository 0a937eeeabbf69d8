import { CloseCode, MessageType } from 'graphql-ws';

/** Maximum number of concurrent operations per connection; one more gets an error (promise 23). */
export const OPERATIONS_MAX = 10;

/** Maximum length of an operation id, in characters, since every response repeats it. */
const ID_MAX_LENGTH = 128;

/** Passes a message to graphql-ws; resolves when the operation it starts has ended. */
type Handle = (message: string) => Promise<void>;

interface SocketOperationsDeps {
  /** Rejects an operation that exceeds the limit. */
  readonly reject: (id: string) => void;
  readonly close: (code: number, reason: string) => void;
}

interface Operation {
  readonly id: string;
  /** Whether the client has completed it; it may still be running. */
  isCompleted: boolean;
  /** Resolves once the operation has fully ended. */
  ended?: Promise<void>;
}

/**
 * Operations of one connection, from arrival until they have fully ended. graphql-ws forgets an operation when its
 * client completes it, although the query is still running, and when an operation ends, graphql-ws removes whatever has
 * its id by then. Operations are therefore counted here, and an id becomes free only once its operation has ended.
 */
export class SocketOperations {
  readonly #underWay = new Set<Operation>();

  constructor(private readonly deps: SocketOperationsDeps) {}

  get count(): number {
    return this.#underWay.size;
  }

  /** Handles a message from the client. Resolves when the resulting operation has ended. */
  receive(message: string, handle: Handle): Promise<void> {
    const { type, id } = read(message);
    if (id !== undefined && id.length > ID_MAX_LENGTH) {
      return this.#close(CloseCode.BadRequest, `The id is longer than ${ID_MAX_LENGTH} characters`);
    }
    if (id !== undefined && type === MessageType.Subscribe) return this.#begin(id, () => handle(message));
    if (id !== undefined && type === MessageType.Complete) this.#complete(id);
    return handle(message);
  }

  #begin(id: string, run: () => Promise<void>): Promise<void> {
    const sameId = [...this.#underWay].filter((operation) => operation.id === id);
    if (sameId.some(({ isCompleted }) => !isCompleted)) {
      return this.#close(CloseCode.SubscriberAlreadyExists, 'An operation with this id is under way');
    }
    if (this.count >= OPERATIONS_MAX) {
      this.deps.reject(id);
      return Promise.resolve();
    }
    const operation: Operation = { id, isCompleted: false };
    this.#underWay.add(operation);
    operation.ended = this.#run(operation, sameId, run);
    return operation.ended;
  }

  async #run(operation: Operation, former: readonly Operation[], run: () => Promise<void>): Promise<void> {
    try {
      if (former.length > 0) await Promise.allSettled(former.map(({ ended }) => ended));
      if (!operation.isCompleted) await run();
    } finally {
      this.#underWay.delete(operation);
    }
  }

  async #close(code: number, reason: string): Promise<void> {
    this.deps.close(code, reason);
  }

  #complete(id: string): void {
    for (const operation of this.#underWay) if (operation.id === id) operation.isCompleted = true;
  }
}

/**
 * Reads a message's type and the id of its operation; the id is undefined if the message concerns none or is malformed.
 */
function read(text: string): { readonly type?: unknown; readonly id?: string } {
  try {
    const { type, id } = JSON.parse(text) as { type?: unknown; id?: unknown };
    return typeof id === 'string' ? { type, id } : {};
  } catch {
    return {};
  }
}
