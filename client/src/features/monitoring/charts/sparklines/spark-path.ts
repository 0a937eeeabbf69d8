/** Averages of a minute; null for what was not measured in it. */
export interface SparkPoint {
  /** Start of the minute, in seconds since 1970. */
  readonly at: number;
  readonly figures: Readonly<Record<string, number | null>>;
}

/** Time span of the small charts. */
export const SPARK_SECONDS = 3600;

const MINUTE = 60;

/** The minutes of agents arrive up to two minutes late; anything longer is a gap. */
const GAP_SECONDS = 180;

interface SparkScale {
  readonly name: string;
  /** Start of the newest minute, at the right edge. */
  readonly end: number;
  /** Value at the edge. */
  readonly top: number;
  /** Vertical position of zero, and of `top`, in a box of 100 by 100. */
  readonly zero: number;
  readonly edge: number;
}

/** Returns the paths of a line, broken at gaps, and of the area between it and zero. */
export function sparkPath(points: readonly SparkPoint[], { name, end, top, zero, edge }: SparkScale) {
  let line = '';
  let area = '';
  let previous: { readonly at: number; readonly x: string } | undefined;
  const close = () => {
    if (previous) area += `L${previous.x} ${zero}Z`;
    previous = undefined;
  };
  for (const { at, figures } of points) {
    const figure = figures[name];
    const share = 1 - (end - at) / (SPARK_SECONDS - MINUTE);
    if (share < 0) continue;
    if (figure == null || (previous && at - previous.at > GAP_SECONDS)) close();
    if (figure == null) continue;
    const x = (100 * share).toFixed(1);
    const y = (zero + (edge - zero) * Math.min(1, figure / top)).toFixed(1);
    line += previous ? `L${x} ${y}` : `M${x} ${y}h0`;
    area += previous ? `L${x} ${y}` : `M${x} ${zero}L${x} ${y}`;
    previous = { at, x };
  }
  close();
  return { line, area };
}
