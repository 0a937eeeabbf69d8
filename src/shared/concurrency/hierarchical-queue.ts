/**
 * Position of an item: a key for each level, widest group first. All paths that begin with the same key have the same
 * number of keys.
 */
export type QueuePath = readonly string[];

interface Entry<T> {
  readonly path: QueuePath;
  readonly item: T;
}

/**
 * Queues items in nested groups, e.g. networks within networks (hierarchical round-robin with longest queue drop). At
 * each level the groups take turns, and in the narrowest the items keep their order, so a client that can add many
 * groups below one key still gets only that key's turns. The caller limits the number of waiting items, and asks which
 * one to drop when the queue is full.
 */
export class HierarchicalQueue<T> {
  readonly #root = new Group<T>();

  get size(): number {
    return this.#root.size;
  }

  /** @returns a function that removes the item if it is still waiting. */
  enqueue(path: QueuePath, item: T): () => void {
    const entry = { path, item };
    this.#root.add(entry);
    return () => void this.#root.remove(entry);
  }

  dequeue(): T | undefined {
    return this.#root.shift()?.item;
  }

  /**
   * Removes the item to drop in favour of a newcomer: the newest of the heaviest group, searched level by level from
   * the widest. A group gives way only to one that does not become heavier than it.
   *
   * @returns undefined if no item gives way to the newcomer, which must not be added then.
   */
  dropFor(path: QueuePath): T | undefined {
    const victim = this.#root.victimFor(path);
    if (victim) this.#root.remove(victim);
    return victim?.item;
  }
}

class Group<T> {
  size = 0;
  readonly #entries = new Set<Entry<T>>();
  /** Groups in the order of their turns; none of them is empty. */
  readonly #groups = new Map<string, Group<T>>();

  add(entry: Entry<T>, level = 0): void {
    this.size += 1;
    const key = entry.path[level];
    if (key === undefined) {
      this.#entries.add(entry);
      return;
    }
    const group = this.#groups.get(key) ?? new Group<T>();
    this.#groups.set(key, group);
    group.add(entry, level + 1);
  }

  remove(entry: Entry<T>, level = 0): boolean {
    const key = entry.path[level];
    const group = key === undefined ? undefined : this.#groups.get(key);
    const removed = group ? group.remove(entry, level + 1) : this.#entries.delete(entry);
    if (!removed) return false;
    this.size -= 1;
    if (key !== undefined && group?.size === 0) this.#groups.delete(key);
    return true;
  }

  shift(): Entry<T> | undefined {
    const [next] = this.#groups;
    const entry = next ? next[1].shift() : this.#entries.values().next().value;
    if (!entry) return undefined;
    this.size -= 1;
    this.#entries.delete(entry);
    if (next) {
      const [key, group] = next;
      // Moves the group to the end, behind all others.
      this.#groups.delete(key);
      if (group.size > 0) this.#groups.set(key, group);
    }
    return entry;
  }

  victimFor(path: QueuePath, level = 0): Entry<T> | undefined {
    const own = this.#groups.get(path[level] ?? '');
    const heaviest = this.#heaviest();
    if (heaviest && heaviest.size > (own?.size ?? 0) + 1) return heaviest.#newest();
    return own?.victimFor(path, level + 1);
  }

  #newest(): Entry<T> | undefined {
    const heaviest = this.#heaviest();
    return heaviest ? heaviest.#newest() : [...this.#entries].at(-1);
  }

  /** Returns the heaviest group; of several equally heavy ones, the one whose turn comes last. */
  #heaviest(): Group<T> | undefined {
    let heaviest: Group<T> | undefined;
    for (const group of this.#groups.values()) {
      if (!heaviest || group.size >= heaviest.size) heaviest = group;
    }
    return heaviest;
  }
}
