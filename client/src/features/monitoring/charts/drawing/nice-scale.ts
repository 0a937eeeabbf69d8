/** The range of an axis: whole steps from the lowest to the highest grid line. */
export interface NiceScale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** The values an axis must cover, and how to divide it. */
export interface ScaleWish {
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Minimum top of the axis. */
  readonly minTop: number;
  /** Value that the axis never needs to exceed. */
  readonly maxTop?: number | undefined;
  /** Whether steps are powers of two, or one and a half times one. */
  readonly binary?: boolean | undefined;
  /** Maximum number of steps. */
  readonly intervals?: number;
}

/**
 * Allows at most five grid lines, and always yields at least four because no step is more than twice the previous one.
 */
const INTERVALS_MAX = 4;
/** Keeps the line away from the edge. */
const HEADROOM = 1.05;

/** Divides an axis from zero upwards, and downwards if needed, into a few round steps, as finely as possible. */
export function niceScale(wish: ScaleWish): NiceScale {
  const { minimum, maximum, minTop, maxTop, binary = false, intervals = INTERVALS_MAX } = wish;
  const limited = (figure: number) => Math.min(Math.max(0, figure) * HEADROOM, maxTop ?? Number.POSITIVE_INFINITY);
  const up = Math.max(limited(maximum ?? 0), minTop);
  const down = limited(-(minimum ?? 0));
  for (const step of roundSteps(Math.max(up, down) / intervals, binary)) {
    const [above, below] = [stepsTo(up, step), stepsTo(down, step)];
    if (above + below <= intervals) return { low: 0 - below * step, high: above * step, step };
  }
  return { low: 0 - down, high: up, step: up };
}

/** Returns the grid lines of an axis, including the zero of the units it was divided in. */
export function gridLines({ low, high, step }: NiceScale): number[] {
  const count = Math.round((high - low) / step) + 1;
  return Array.from({ length: count }, (_, line) => low + line * step);
}

/** Returns ascending round numbers, the first at most `least`, enough for an axis with values on both sides of zero. */
function roundSteps(least: number, binary: boolean): number[] {
  const base = binary ? 2 : 10;
  const mantissas = binary ? [1, 1.5] : [1, 2, 2.5, 5];
  const power = Math.floor(Math.log(least) / Math.log(base));
  return [power, power + 1, power + 2, power + 3].flatMap((exponent) =>
    mantissas.map((mantissa) => mantissa * base ** exponent),
  );
}

/** Returns the number of steps to a value, ignoring rounding errors. */
function stepsTo(figure: number, step: number): number {
  return Math.ceil((figure / step) * (1 - 1e-12));
}
