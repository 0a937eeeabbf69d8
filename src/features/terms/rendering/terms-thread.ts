import { extname } from 'node:path';
import { type Message, message } from '../../../i18n/message.js';
import { TaskAborted, WorkerThread } from '../../../shared/concurrency/worker-thread.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { type Difference, wholeDifference } from './terms-difference.js';
import type { RenderedTerms } from './terms-html.js';
import { BLOCKS_MAX, NESTING_MAX } from './terms-limits.js';

export type TermsTask =
  | { readonly kind: 'render'; readonly content: string; readonly blocksMax: number }
  | { readonly kind: 'difference'; readonly from: string; readonly to: string };

/** The worker next to this file: the compiled one if this file is compiled, otherwise the source. */
const WORKER = new URL(`./terms-worker${extname(import.meta.url)}`, import.meta.url);

interface TermsThreadDeps {
  /**
   * Deadline for a text that staff preview or save, longer than the most expensive one takes on a very busy machine.
   */
  readonly deadlineMs?: number;
  /** Deadline for a text shown to all users, which was within the limits when it was saved. */
  readonly shownDeadlineMs?: number;
}

/** Twice as much as the most expensive known text takes, with any number of blocks. */
const HEAP_MEGABYTES = 256;

/** Processes texts of the terms in a separate thread, since some take seconds and must not block the event loop. */
export class TermsThread {
  readonly #thread = new WorkerThread<TermsTask>({ file: WORKER, heapMegabytes: HEAP_MEGABYTES });
  readonly #deadlineMs: number;
  readonly #shownDeadlineMs: number;

  constructor({ deadlineMs = 10_000, shownDeadlineMs = 60_000 }: TermsThreadDeps = {}) {
    this.#deadlineMs = deadlineMs;
    this.#shownDeadlineMs = shownDeadlineMs;
  }

  /**
   * Renders a text that staff preview or save.
   *
   * @throws {InvalidFields} naming `content` if it takes too long or too much memory, or if part of it would be
   * missing.
   */
  async html(content: string): Promise<string> {
    const task = { kind: 'render', content, blocksMax: BLOCKS_MAX } as const;
    const rendered = await unlessAborted(this.#thread.run<RenderedTerms>(task, this.#deadlineMs));
    const { html, fault } = rendered ?? { html: '', fault: 'tooDear' };
    if (fault) throw new InvalidFields({ content: [FAULTS[fault]] });
    return html;
  }

  /** Renders a text that is shown to all users, with any number of blocks; undefined when it takes too long. */
  async shownHtml(content: string): Promise<string | undefined> {
    const task = { kind: 'render', content, blocksMax: Number.POSITIVE_INFINITY } as const;
    return (await unlessAborted(this.#thread.run<RenderedTerms>(task, this.#shownDeadlineMs)))?.html;
  }

  async difference(from: string, to: string): Promise<Difference> {
    const difference = this.#thread.run<Difference>({ kind: 'difference', from, to }, this.#deadlineMs);
    return (await unlessAborted(difference)) ?? wholeDifference(from, to);
  }

  /** Terminates the thread, even while a task is running. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

const FAULTS = {
  tooDeep: message('terms.contentTooDeep', { maximum: NESTING_MAX / 2 }),
  tooManyBlocks: message('terms.contentTooManyBlocks', { maximum: BLOCKS_MAX }),
  tooDear: 'terms.contentTooDear',
} satisfies Record<string, Message>;

async function unlessAborted<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TaskAborted) return undefined;
    throw error;
  }
}
