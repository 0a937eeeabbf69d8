/** A host as rules, incidents and silences name it. */
export interface KnownHost {
  /** `hosts.number`; 1 for the only host. Its id in GraphQL. */
  readonly number: number;
  readonly name: string;
}

/** The hosts that there are. */
export interface KnownHosts {
  /** In the order of their numbers. */
  list(): Promise<readonly KnownHost[]>;
}

/** The names of hosts by their numbers. One that is gone has none. */
export function hostNames(hosts: readonly KnownHost[]): ReadonlyMap<number, string> {
  return new Map(hosts.map(({ number, name }) => [number, name]));
}
