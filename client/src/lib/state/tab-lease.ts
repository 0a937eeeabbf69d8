/** Elects one tab of this browser for work that only one tab needs to do. */
export interface TabLease {
  /** Takes or renews the lease for `forMs` milliseconds. @returns whether this tab now has it. */
  hold(forMs: number): boolean;
  /** Releases the lease so that another tab doesn't have to wait until it expires. */
  release(): void;
}

interface Lease {
  readonly by: string;
  readonly until: number;
}

/**
 * Creates a lease in `localStorage`, because Web Locks exist only over HTTPS or on localhost (decision 009). Two tabs
 * that take it at the same instant may both have it for one round; callers must tolerate that.
 */
export function createTabLease(name: string): TabLease {
  const key = `vigia.lease.${name}`;
  const self = Math.random().toString(36).slice(2);
  const currentLease = () => parseLease(localStorage.getItem(key));
  return {
    hold(forMs) {
      const current = currentLease();
      if (current && current.by !== self && current.until > Date.now()) return false;
      localStorage.setItem(key, JSON.stringify({ by: self, until: Date.now() + forMs } satisfies Lease));
      return true;
    },
    release() {
      if (currentLease()?.by === self) localStorage.removeItem(key);
    },
  };
}

function parseLease(text: string | null): Lease | null {
  return text === null ? null : JSON.parse(text);
}
