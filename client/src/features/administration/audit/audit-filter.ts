import { fromTypedTime, toTypedTime } from '../../../lib/i18n/typed-time';
import type { AuditFilter } from './audit.operations';
import { eventNames, methodNames, resultNames } from './audit-names';

/** Query parameter of each filter. */
const WORDS = {
  username: 'usuario',
  actor: 'autor',
  event: 'evento',
  result: 'resultado',
  door: 'porta',
  address: 'endereco',
  from: 'de',
  to: 'ate',
} as const satisfies Record<keyof AuditFilter, string>;

/** Filter names in query-string order. */
export const filterNames = Object.keys(WORDS) as (keyof AuditFilter)[];

/** Reads the filter from the page's query string; invalid values are ignored. */
export function parseFilter(words: URLSearchParams): AuditFilter {
  const given = filterNames.map((name) => [name, words.get(WORDS[name])?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([name, value]) => isPossible(name, value)));
}

/** Returns the query parameters with the filter replaced and all others unchanged. */
export function wordsOf(present: URLSearchParams, filter: AuditFilter): URLSearchParams {
  const words = new URLSearchParams(present);
  for (const name of filterNames) {
    const value = filter[name];
    if (value) words.set(WORDS[name], value);
    else words.delete(WORDS[name]);
  }
  return words;
}

function isPossible(name: keyof AuditFilter, value: string): boolean {
  if (name === 'event') return value in eventNames;
  if (name === 'result') return value in resultNames;
  if (name === 'door') return value in methodNames;
  if (name === 'from' || name === 'to') return !Number.isNaN(Date.parse(value));
  return value !== '';
}

/** Formats a time for a `datetime-local` input: in the user's time zone, to the minute. Empty if there is no time. */
export function toLocalTime(iso: string | null | undefined): string {
  return iso ? toTypedTime(new Date(iso)) : '';
}

/** Inverse of {@link toLocalTime}; undefined for an empty input. */
export function toIsoTime(local: string): string | undefined {
  const date = fromTypedTime(local);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
