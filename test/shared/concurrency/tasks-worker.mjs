import { parentPort, threadId } from 'node:worker_threads';

/** What the threads of the tests can do: each task is the name of one of these, and what it is given. */
const tasks = {
  threadId: () => threadId,
  echo: (what) => what,
  fail: (message) => {
    throw new Error(message);
  },
  forever: () => {
    for (;;);
  },
  exhaustMemory: () => {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
  },
};

parentPort.on('message', ([name, given]) => parentPort.postMessage(tasks[name](given)));
