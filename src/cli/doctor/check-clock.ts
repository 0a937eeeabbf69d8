import { type Finding, findingsOn } from './finding.js';

const { ok, warning, problem } = findingsOn('clock');

/** Another clock, compared with this machine's. */
export interface ClockReading {
  /** Owner of the clock, for example `the database`. */
  readonly source: string;
  /** Seconds by which it is ahead of this machine's. */
  readonly aheadSeconds: number;
}

/** An offset that authenticator apps do not tolerate, and one that already deserves a look. */
const TOO_FAR_SECONDS = 30;
const FAR_SECONDS = 5;

/** Judges how far the clocks are apart. */
export function judgeClocks(readings: readonly ClockReading[]): Finding {
  if (readings.length === 0) return ok('There was no other clock to compare with.');
  const worst = Math.max(...readings.map(({ aheadSeconds }) => Math.abs(aheadSeconds)));
  const offsets = readings.map(({ source, aheadSeconds }) => `${source} ${formatOffset(aheadSeconds)}`).join(', ');
  if (worst > TOO_FAR_SECONDS) {
    return problem(
      `The clocks differ (${offsets}): synchronise them, for example with systemd-timesyncd; codes of authenticator apps fail.`,
    );
  }
  if (worst > FAR_SECONDS) return warning(`The clocks differ (${offsets}): synchronise them.`);
  return ok(`The clocks agree: ${offsets}.`);
}

/** Reads the `Date` header of an answer, which is accurate to a second; undefined without one. */
export function readDateHeader(date: string | undefined, source: string, atMs: number): ClockReading | undefined {
  const headerMs = Date.parse(date ?? '');
  if (Number.isNaN(headerMs)) return undefined;
  // The header leaves out the milliseconds: on average half a second.
  return { source, aheadSeconds: (headerMs + 500 - atMs) / 1000 };
}

function formatOffset(seconds: number): string {
  const size = Math.abs(seconds).toFixed(1);
  const sign = size === '0.0' ? '' : seconds < 0 ? '-' : '+';
  return `${sign}${size} s`;
}
