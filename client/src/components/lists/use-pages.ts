import { useState } from 'react';

/** Where the reader of a list is that comes page by page. */
export interface Pages {
  /** For the argument `after` of the list: null on the first page. */
  readonly after: string | null;
  readonly isFirst: boolean;
  /** Goes on behind the page that ends here. */
  next(endCursor: string): void;
  previous(): void;
  /** Goes back to the first page, as after a change of the filter. */
  restart(): void;
}

/** Remembers the cursors of the pages that were passed, so that there is a way back. */
export function usePages(): Pages {
  const [ends, setEnds] = useState<readonly string[]>([]);
  return {
    after: ends.at(-1) ?? null,
    isFirst: ends.length === 0,
    // Pressed again before the next page has come, it would go on behind the same one twice.
    next: (endCursor) => setEnds((before) => (before.at(-1) === endCursor ? before : [...before, endCursor])),
    previous: () => setEnds((before) => before.slice(0, -1)),
    restart: () => setEnds([]),
  };
}
