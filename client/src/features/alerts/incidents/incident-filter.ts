import type { IncidentsVariables } from './incidents.operations';

/** What the list shows, as the address of the page says it. */
export interface IncidentFilter {
  readonly state: 'OPEN' | 'ENDED' | undefined;
  readonly host: string | undefined;
  readonly rule: string | undefined;
  readonly period: Period | undefined;
}

const DAY_MS = 86_400_000;

/** How far back, by the word in the address. */
export const periods = {
  dia: DAY_MS,
  semana: 7 * DAY_MS,
  mes: 30 * DAY_MS,
} as const;

/** A key of {@link periods}. */
export type Period = keyof typeof periods;

const STATES = { abertos: 'OPEN', encerrados: 'ENDED' } as const;

/** Reads the filter of a query string. What it does not understand counts as not said. */
export function filterOf(search: string): IncidentFilter {
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

/** The query string of a filter; empty where nothing is filtered. */
export function searchOf({ state, host, rule, period }: IncidentFilter): string {
  const word = Object.entries(STATES).find(([, value]) => value === state)?.[0];
  const said = Object.entries({ estado: word, host, regra: rule, periodo: period });
  const given = said.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** What the server is asked for. A period begins at a full minute, so that the same question is asked again. */
export function variablesOf({ host, rule, period }: IncidentFilter, now: number): IncidentsVariables {
  const begin = period && Math.floor((now - periods[period]) / 60_000) * 60_000;
  return { host: host ?? null, rule: rule ?? null, from: begin === undefined ? null : new Date(begin).toISOString() };
}
