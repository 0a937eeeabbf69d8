import { parentPort, threadId } from 'node:worker_threads';

/** Tasks that test threads can run: each consists of one of these names and an argument. */
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
