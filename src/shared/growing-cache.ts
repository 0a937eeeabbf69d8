import { LRUCache } from 'lru-cache';

/**
 * Remembers the `max` entries that were used last, for thousands of which hardly ever more than a few are there. When
 * LRUCache is told how many there may be, it makes room for all of them at once: a millisecond and 220 KB for 10,000. When
 * it is told what they may weigh together, it grows with them.
 */
export function growingCache<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
