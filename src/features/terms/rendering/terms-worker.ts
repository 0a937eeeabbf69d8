import { parentPort } from 'node:worker_threads';
import { differenceOf } from './terms-difference.ts';
import { renderTerms } from './terms-html.ts';
import type { TermsTask } from './terms-thread.js';

/**
 * Entry script of {@link TermsThread}'s worker. Without a build, Node loads this file and its imports from the sources,
 * so these imports end in `.ts`, which the compiler rewrites to `.js`.
 */
parentPort?.on('message', (task: TermsTask) => {
  parentPort?.postMessage(
    task.kind === 'render' ? renderTerms(task.content, task.blocksMax) : differenceOf(task.from, task.to),
  );
});
