import { useState } from 'react';

/** Position in a paginated list. */
export interface Pages {
  /** The list's `after` argument: null on the first page. */
  readonly after: string | null;
  readonly isFirst: boolean;
  /** Moves to the page after the one that ends here. */
  next(endCursor: string): void;
  previous(): void;
  /** Returns to the first page, for example after a filter change. */
  restart(): void;
}

/** Remembers the cursors of visited pages so that the user can go back. */
export function usePages(): Pages {
  const [ends, setEnds] = useState<readonly string[]>([]);
  return {
    after: ends.at(-1) ?? null,
    isFirst: ends.length === 0,
    // Clicking again before the next page arrives would add the same cursor twice.
    next: (endCursor) => setEnds((before) => (before.at(-1) === endCursor ? before : [...before, endCursor])),
    previous: () => setEnds((before) => before.slice(0, -1)),
    restart: () => setEnds([]),
  };
}
