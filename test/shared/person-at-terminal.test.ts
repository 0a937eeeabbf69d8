import { expect, test } from 'vitest';
import { isPersonAtTerminal } from '../../src/shared/person-at-terminal.js';

function runBy(stdin: boolean, stdout: boolean, { pid = 812, ppid = 700 } = {}) {
  return { stdin: { isTTY: stdin }, stdout: { isTTY: stdout }, pid, ppid } as unknown as typeof process;
}

test.each([
  ['a terminal', runBy(true, true), true],
  ['a pipe into a file', runBy(true, false), false],
  ['a service manager that shows its output on a terminal', runBy(false, true), false],
  ['a container with a terminal', runBy(true, true, { pid: 1, ppid: 0 }), false],
  ['the init of a container with a terminal', runBy(true, true, { pid: 7, ppid: 1 }), false],
])('%s', (_title, running, expected) => {
  expect(isPersonAtTerminal(running)).toBe(expected);
});
