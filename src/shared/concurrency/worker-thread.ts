import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Busy } from '../errors/errors.js';
import { hasCode } from '../errors/has-code.js';
import { KeyedMutex } from './keyed-mutex.js';

/** A task exceeded its time or memory limit, or the thread was stopped. */
export class TaskAborted extends Error {}

interface WorkerThreadDeps {
  /** Module that answers each message with one message. */
  readonly file: URL;
  readonly heapMegabytes: number;
}

/** Maximum number of waiting tasks; any more are rejected. */
const WAITING_MAX = 20;
const RETRY_SECONDS = 5;

/** An idle thread is ended after this time to free its memory. */
const IDLE_MS = 30_000;

/**
 * Runs work that would block the event loop in a separate thread, one task at a time, each with a deadline. The thread
 * starts with the first task, and restarts after an aborted one.
 */
export class WorkerThread<Task> {
  readonly #turns = new KeyedMutex();
  #worker: Worker | undefined;
  /** Number of waiting tasks, plus the running one. */
  #pending = 0;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly deps: WorkerThreadDeps) {}

  /**
   * Returns the thread's answer to a task. The deadline counts from the start of the task's turn.
   *
   * @throws {TaskAborted} when the thread has not answered by then, or is out of memory.
   * @throws {Busy} when too many tasks are waiting.
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
      // The thread may be about to end; the next task starts a new one.
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
    // The thread must not keep the process alive; its errors reject the task that is waiting for an answer.
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
