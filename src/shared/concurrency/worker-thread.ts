import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Busy } from '../errors/errors.js';
import { hasCode } from '../errors/has-code.js';
import { KeyedMutex } from './keyed-mutex.js';

/** A task took longer, or more memory, than it was given; or the thread was stopped. */
export class TaskAborted extends Error {}

interface WorkerThreadDeps {
  /** A module that answers each message with one message. */
  readonly file: URL;
  /** The most that its heap may take. */
  readonly heapMegabytes: number;
}

/** So many tasks may wait for their turn; one more is rejected. */
const WAITING_MAX = 20;
const RETRY_SECONDS = 5;

/** A thread that has had nothing to do for so long is ended: it takes memory. */
const IDLE_MS = 30_000;

/**
 * Work that would keep the event loop busy, in a thread of its own: one task at a time, each with a deadline. The thread
 * begins with the first task, and again after one that was aborted.
 */
export class WorkerThread<Task> {
  readonly #turns = new KeyedMutex();
  #worker: Worker | undefined;
  /** Those that wait, and the one that has its turn. */
  #pending = 0;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly deps: WorkerThreadDeps) {}

  /**
   * What the thread answers to a task. The deadline counts from the task's turn.
   *
   * @throws {TaskAborted} when it has not answered by then, or has no memory left.
   * @throws {Busy} when too many tasks wait already.
   */
  async run<Answer>(task: Task, deadlineMs: number): Promise<Answer> {
    if (this.#pending > WAITING_MAX) throw new Busy(RETRY_SECONDS);
    this.#pending += 1;
    try {
      return await this.#turns.run('', () => this.#runNow<Answer>(task, deadlineMs));
    } finally {
      this.#pending -= 1;
    }
  }

  /** Ends the thread and aborts what it works on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  async #runNow<Answer>(task: Task, deadlineMs: number): Promise<Answer> {
    if (this.#stopped) throw new TaskAborted('The thread has been stopped');
    clearTimeout(this.#idle);
    this.#worker ??= this.#begin();
    const deadline = setTimeout(() => void this.#end(), deadlineMs);
    try {
      return await answerOf<Answer>(this.#worker, task);
    } catch (error) {
      // It may be about to end: the next task begins another.
      await this.#end();
      throw error;
    } finally {
      clearTimeout(deadline);
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  #begin(): Worker {
    const { file, heapMegabytes } = this.deps;
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    // It must not keep the process alive; its errors reject the task that waits for its answer.
    worker.unref();
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

async function answerOf<Answer>(worker: Worker, task: unknown): Promise<Answer> {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = async (): Promise<never> => {
    await once(worker, 'exit', { signal });
    throw new TaskAborted('The thread was ended before it answered');
  };
  try {
    const answer = Promise.race([once(worker, 'message', { signal }), ended()]);
    worker.postMessage(task);
    const [message] = await answer;
    return message as Answer;
  } catch (error) {
    throw hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? new TaskAborted('The thread had no memory left') : error;
  } finally {
    listening.abort();
  }
}
