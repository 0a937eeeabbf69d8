/** Process id of the first process, which in a container is the service itself or a minimal init that started it. */
const FIRST_PROCESS = 1;

/**
 * Whether a person reads this process's output and can answer: both are a terminal. A container started with a terminal
 * does not count, since its engine keeps the output as a log.
 */
export function isPersonAtTerminal({ stdin, stdout, pid, ppid }: typeof process = process): boolean {
  return Boolean(stdin.isTTY && stdout.isTTY) && pid !== FIRST_PROCESS && ppid !== FIRST_PROCESS;
}
