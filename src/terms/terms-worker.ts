import { parentPort } from 'node:worker_threads';
import { differenceOf } from './terms-difference.ts';
import { renderTerms } from './terms-html.ts';
import type { TermsTask } from './terms-thread.js';

/**
 * What runs in the thread of {@link TermsThread}. Where nothing is built, Node loads this file and what it imports as they
 * are: imports name the file that is there, and the compiler puts the built one in its place.
 */
parentPort?.on('message', (task: TermsTask) => {
  parentPort?.postMessage(
    task.kind === 'render' ? renderTerms(task.content, task.blocksMax) : differenceOf(task.from, task.to),
  );
});
