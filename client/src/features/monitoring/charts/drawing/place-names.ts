/** The vertical extent of something drawn, in pixels from the top. */
export interface Heights {
  readonly top: number;
  readonly bottom: number;
}

/** A line where its name would stand: its extent there, and where it ends. */
export interface LineEnd extends Heights {
  readonly end: number;
}

interface NameSpace {
  /** Height of a name. */
  readonly size: number;
  /** Allowed range of a name's middle. */
  readonly room: Heights;
}

/** Distance of a name's middle from a line, in heights of a name. */
const DISTANCE = 0.8;

/**
 * Returns the height of each line's name: just above or just below its own line, never nearer to another one, and in
 * the order in which the lines end, so that no two names can be mistaken for each other. Where lines leave no such
 * places, the names stand in that order above all lines, or else below them.
 */
export function placeNames(lines: readonly LineEnd[], { size, room }: NameSpace): number[] {
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a]?.end ?? 0) - (lines[b]?.end ?? 0) || a - b);
  const sorted = order.flatMap((index) => lines[index] ?? []);
  const away = size * DISTANCE;
  const isFree = (y: number, own: LineEnd) =>
    y >= room.top &&
    y <= room.bottom &&
    sorted.every((line) => line === own || y <= line.top - away || y >= line.bottom + away);
  const besides = sorted.map((line) => [line.top - away, line.bottom + away].filter((y) => isFree(y, line)));
  const heights = choose(besides, size) ?? stack(sorted, { size, room });
  const placed = new Map(order.map((index, place) => [index, heights[place] ?? 0]));
  return lines.map((_, index) => placed.get(index) ?? 0);
}

/** Returns the first combination of places that keeps their order and does not overlap, if there is one. */
function choose(
  places: readonly (readonly number[])[],
  size: number,
  after = Number.NEGATIVE_INFINITY,
): number[] | undefined {
  const [first, ...others] = places;
  if (!first) return [];
  for (const y of first) {
    if (y - after < size) continue;
    const rest = choose(others, size, y);
    if (rest) return [y, ...rest];
  }
  return undefined;
}

/** Returns places one below the other, above all lines if they fit, otherwise below them. */
function stack(lines: readonly Heights[], { size, room }: NameSpace): number[] {
  const [top, bottom] = [Math.min(...lines.map((one) => one.top)), Math.max(...lines.map((one) => one.bottom))];
  const length = size * (lines.length - 1);
  const [above, below] = [top - size * DISTANCE - length, bottom + size * DISTANCE];
  const fitsBelow = above < room.top && below + length <= room.bottom;
  const first = Math.max(room.top, Math.min(fitsBelow ? below : above, room.bottom - length));
  return lines.map((_, place) => first + place * size);
}

/**
 * Returns where a name of a half of a chart stands, as the right end of a stretch of the given width: as far right as
 * the line leaves free; at the very right if it leaves nothing.
 */
export function freeRight(
  { left, right, width }: { readonly left: number; readonly right: number; readonly width: number },
  isFree: (from: number, to: number) => boolean,
): number {
  for (let end = right; end - width >= left; end -= width / 2) if (isFree(end - width, end)) return end;
  return right;
}
