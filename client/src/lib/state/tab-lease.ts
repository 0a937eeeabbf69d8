/** Elects one tab of this browser to do what not every tab needs to do. */
export interface TabLease {
  /** Takes or renews the lease for `forMs` milliseconds. @returns whether it is this tab's. */
  hold(forMs: number): boolean;
  /** Gives it back, so that another tab need not wait for its end. */
  release(): void;
}

interface Lease {
  readonly by: string;
  readonly until: number;
}

/**
 * A lease in `localStorage`, because Web Locks exist only where the page is served by https or from localhost (decision
 * 039). Two tabs that take it in the same instant may both have it for one round; its users must tolerate that.
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
