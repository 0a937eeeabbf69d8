import type { HostStateName } from '../../../components/status/host-condition';
import { formatSearch } from '../view/wall-view';
import type { HostsVariables } from './hosts.operations';

/** Filter of the list, as given in the query string. */
export interface HostsFilter {
  /** Part of the name to search for. */
  readonly search: string;
  readonly tag: string;
  readonly state: HostStateName | undefined;
  readonly order: 'WORST' | 'NAME';
}

const STATES = {
  'ao-vivo': 'LIVE',
  atrasadas: 'LATE',
  'sem-contato': 'AWAY',
  aguardando: 'WAITING',
  retiradas: 'RETIRED',
} as const;

/** Parses the filter from a query string; invalid values are ignored. */
export function parseFilter(search: string): HostsFilter {
  const words = new URLSearchParams(search);
  const state = words.get('estado') ?? '';
  return {
    search: words.get('busca') ?? '',
    tag: words.get('etiqueta') ?? '',
    state: Object.hasOwn(STATES, state) ? STATES[state as keyof typeof STATES] : undefined,
    order: words.get('ordem') === 'nome' ? 'NAME' : 'WORST',
  };
}

/** Returns a filter's query string, leaving out defaults. */
export function searchWith({ search, tag, state, order }: HostsFilter): string {
  const word = Object.entries(STATES).find(([, name]) => name === state)?.[0];
  const words = { busca: search, etiqueta: tag, estado: word, ordem: order === 'NAME' ? 'nome' : undefined };
  return formatSearch(new URLSearchParams(Object.entries(words).filter((pair): pair is [string, string] => !!pair[1])));
}

/** Returns a filter's query variables. */
export function variablesOf({ search, tag, state, order }: HostsFilter): HostsVariables {
  return { search: search.trim() || null, tag: tag || null, state: state ?? null, order };
}
