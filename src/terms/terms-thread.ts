import { extname } from 'node:path';
import { type Message, message } from '../i18n/message.js';
import { InvalidFields } from '../shared/errors.js';
import { TaskAborted, WorkerThread } from '../shared/worker-thread.js';
import { type Difference, wholeDifference } from './terms-difference.js';
import type { RenderedTerms } from './terms-html.js';
import { BLOCKS_MAX, NESTING_MAX } from './terms-limits.js';

/** What the thread is asked. */
export type TermsTask =
  | { readonly kind: 'render'; readonly content: string; readonly blocksMax: number }
  | { readonly kind: 'difference'; readonly from: string; readonly to: string };

/** The built file beside this one when this one is built, else the source. */
const WORKER = new URL(`./terms-worker${extname(import.meta.url)}`, import.meta.url);

interface TermsThreadDeps {
  /** For a text that somebody waits to see or to save: longer than the dearest takes on a machine that is very busy. */
  readonly deadlineMs?: number;
  /** For a text that everybody is shown, which was within bounds when it was saved. */
  readonly shownDeadlineMs?: number;
}

/** Twice what the dearest text found needs, of however many blocks. */
const HEAP_MEGABYTES = 256;

/** Works on the texts of the terms in a thread of its own: the dearest take seconds, in which others are answered. */
export class TermsThread {
  readonly #thread = new WorkerThread<TermsTask>({ file: WORKER, heapMegabytes: HEAP_MEGABYTES });
  readonly #deadlineMs: number;
  readonly #shownDeadlineMs: number;

  constructor({ deadlineMs = 10_000, shownDeadlineMs = 60_000 }: TermsThreadDeps = {}) {
    this.#deadlineMs = deadlineMs;
    this.#shownDeadlineMs = shownDeadlineMs;
  }

  /**
   * The HTML of a text that the staff has written.
   *
   * @throws {InvalidFields} naming `content` when it takes too long or too much memory, or when a part would be missing.
   */
  async html(content: string): Promise<string> {
    const task = { kind: 'render', content, blocksMax: BLOCKS_MAX } as const;
    const rendered = await unlessAborted(this.#thread.run<RenderedTerms>(task, this.#deadlineMs));
    const { html, fault } = rendered ?? { html: '', fault: 'tooDear' };
    if (fault) throw new InvalidFields({ content: [FAULTS[fault]] });
    return html;
  }

  /** The HTML of a text that everybody is shown, of however many blocks; undefined when it takes too long. */
  async shownHtml(content: string): Promise<string | undefined> {
    const task = { kind: 'render', content, blocksMax: Number.POSITIVE_INFINITY } as const;
    return (await unlessAborted(this.#thread.run<RenderedTerms>(task, this.#shownDeadlineMs)))?.html;
  }

  /** How one text becomes another. */
  async difference(from: string, to: string): Promise<Difference> {
    const difference = this.#thread.run<Difference>({ kind: 'difference', from, to }, this.#deadlineMs);
    return (await unlessAborted(difference)) ?? wholeDifference(from, to);
  }

  /** Ends the thread, whatever it is doing. */
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
