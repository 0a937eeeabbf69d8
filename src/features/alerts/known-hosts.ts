/** A host as rules, incidents and silences refer to it. */
export interface KnownHost {
  /** `hosts.number`; 1 for the only host. Also its id in GraphQL. */
  readonly number: number;
  readonly name: string;
}

export interface KnownHosts {
  /** Ordered by number. */
  list(): Promise<readonly KnownHost[]>;
}

/** Maps host numbers to names. Deleted hosts are missing. */
export function hostNames(hosts: readonly KnownHost[]): ReadonlyMap<number, string> {
  return new Map(hosts.map(({ number, name }) => [number, name]));
}
