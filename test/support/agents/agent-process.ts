import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeMinute } from '../../../src/features/monitoring/agents/protocol/minute-data.js';
import { columnNumbers, type StoredSample } from '../../../src/features/monitoring/history/stored-sample.js';
import { startProgram } from '../processes/running-service.js';
import { temporaryFolder } from '../temporary-folder.js';
import { AGENT_TOKEN } from './stand-in-intake.js';

const MINUTE_MS = 60_000;

export function startAgent(port: number, args: readonly string[] = [], environment: Record<string, string> = {}) {
  return startProgram(process.execPath, ['dist/main.js', 'agent', '--hub', `http://127.0.0.1:${port}`, ...args], {
    VIGIA_AGENT_TOKEN: AGENT_TOKEN,
    ...environment,
  });
}

/** Environment of an agent whose minutes take two seconds. */
export const FAST = { NODE_OPTIONS: `--import=${resolve('test/support/processes/fast-clock.mjs')}`, CLOCK_SPEED: '30' };

/** Returns a minute with a sample every five seconds, whose values distinguish it from all others. */
export function exampleMinute(startMs: number): StoredSample[] {
  return Array.from({ length: 12 }, (_, row) => ({
    atMs: startMs + row * 5000,
    figures: columnNumbers.map((_, index) => (startMs / MINUTE_MS + row + index) % 1000),
  }));
}

/**
 * Writes a state file with this number of minutes, ending some minutes ago. @returns the file's name and the minutes'
 * start times.
 */
export function exampleState(count: number): { readonly file: string; readonly starts: readonly number[] } {
  const file = join(temporaryFolder(), 'state.json');
  const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 5 * MINUTE_MS;
  const starts = Array.from({ length: count }, (_, index) => endMs - (count - index) * MINUTE_MS);
  const minutes = starts.map((startMs) => ({ startMs, data: encodeMinute(startMs, exampleMinute(startMs)) }));
  writeFileSync(file, JSON.stringify({ version: 1, minutes }));
  return { file, starts };
}
