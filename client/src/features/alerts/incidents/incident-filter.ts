import type { IncidentsVariables } from './incidents.operations';

/** Filter of the list, as encoded in the query string. */
export interface IncidentFilter {
  readonly state: 'OPEN' | 'ENDED' | undefined;
  readonly host: string | undefined;
  readonly rule: string | undefined;
  readonly period: Period | undefined;
}

const DAY_MS = 86_400_000;

/** Length of each period in milliseconds, by its name in the query string. */
export const periods = {
  dia: DAY_MS,
  semana: 7 * DAY_MS,
  mes: 30 * DAY_MS,
} as const;

export type Period = keyof typeof periods;

const STATES = { abertos: 'OPEN', encerrados: 'ENDED' } as const;

/** Parses the filter from a query string; invalid values are ignored. */
export function parseFilter(search: string): IncidentFilter {
  const words = new URLSearchParams(search);
  const state = words.get('estado');
  const period = words.get('periodo');
  return {
    state: state !== null && state in STATES ? STATES[state as keyof typeof STATES] : undefined,
    host: words.get('host') || undefined,
    rule: words.get('regra') || undefined,
    period: period !== null && period in periods ? (period as Period) : undefined,
  };
}

/** Returns a filter's query string; empty if nothing is filtered. */
export function formatSearch({ state, host, rule, period }: IncidentFilter): string {
  const word = Object.entries(STATES).find(([, value]) => value === state)?.[0];
  const said = Object.entries({ estado: word, host, regra: rule, periodo: period });
  const given = said.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Returns the query variables. Periods begin on a full minute so that repeated queries are identical. */
export function variablesOf({ host, rule, period }: IncidentFilter, now: number): IncidentsVariables {
  const begin = period && Math.floor((now - periods[period]) / 60_000) * 60_000;
  return { host: host ?? null, rule: rule ?? null, from: begin === undefined ? null : new Date(begin).toISOString() };
}
