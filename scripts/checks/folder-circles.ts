/** A file and its imports, as reported by dependency-cruiser. */
interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** An import from one sub-folder into another, as `from → to`. */
type Arrows = Map<string, Map<string, string>>;

const LOOKED_AT = /^(src|client\/src)\//;

/**
 * Finds sub-folders of one folder that import each other, directly or indirectly: none of them can be read, moved or
 * tested without the others. Files directly in the folder are ignored.
 *
 * @returns a text for each cycle, naming one import for each of its edges.
 */
export function folderCircles(modules: readonly Module[]): string[] {
  const floors = new Map<string, Arrows>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) addArrow(floors, source, resolved);
  }
  return [...floors].sort(byName).flatMap(([folder, arrows]) => circlesIn(folder, arrows));
}

function addArrow(floors: Map<string, Arrows>, source: string, resolved: string): void {
  const [, root] = LOOKED_AT.exec(source) ?? [];
  if (root === undefined || !resolved.startsWith(`${root}/`)) return;
  const from = source.split('/').slice(0, -1);
  const to = resolved.split('/').slice(0, -1);
  const shared = from.findIndex((name, index) => name !== to[index]);
  const [left, right] = [from[shared], to[shared]];
  if (left === undefined || right === undefined) return;
  const arrows = getOrCreate(floors, from.slice(0, shared).join('/'), () => new Map());
  const targets = getOrCreate(arrows, left, () => new Map());
  getOrCreate(targets, right, () => `${source} → ${resolved}`);
}

function circlesIn(folder: string, arrows: Arrows): string[] {
  const named = new Set<string>();
  return [...arrows.keys()].sort().flatMap((start) => {
    if (named.has(start)) return [];
    const circle = shortestCircle(start, arrows);
    if (circle.length === 0) return [];
    for (const name of circle) named.add(name);
    const way = [...circle, start];
    const imports = circle.map((name, index) => `  ${arrows.get(name)?.get(way[index + 1] ?? '')}`);
    const fault = `The sub-folders ${way.join(' → ')} of ${folder} import each other`;
    return [`${fault}: move what they share to a folder of its own, or beside them\n${imports.join('\n')}`];
  });
}

/** Returns the sub-folders on the shortest path from one of them back to itself; empty if there is no such path. */
function shortestCircle(start: string, arrows: Arrows): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return [];
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
