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
  /** Minimum top of the axis, and its minimum depth if values are drawn below zero. */
  readonly minTop: number;
  /** Value that the axis never needs to exceed. */
  readonly maxTop?: number | undefined;
  /** Whether values are drawn below zero, even if there are currently none. */
  readonly mirrored?: boolean;
  /** Whether steps are powers of two. */
  readonly binary?: boolean | undefined;
}

/**
 * Allows at most five grid lines, and always yields at least four because no step is more than twice the previous one.
 */
const INTERVALS_MAX = 4;
/** Keeps the line away from the edge. */
const HEADROOM = 1.05;

/** Divides an axis from zero upwards, and downwards if needed, into at most four round steps, as finely as possible. */
export function niceScale({ minimum, maximum, minTop, maxTop, mirrored, binary }: ScaleWish): NiceScale {
  const limited = (figure: number) => Math.min(Math.max(0, figure) * HEADROOM, maxTop ?? Number.POSITIVE_INFINITY);
  const up = Math.max(limited(maximum ?? 0), minTop);
  const down = Math.max(limited(-(minimum ?? 0)), mirrored ? minTop : 0);
  for (const step of roundSteps(Math.max(up, down) / INTERVALS_MAX, binary ?? false)) {
    const [above, below] = [stepsTo(up, step), stepsTo(down, step)];
    if (above + below <= INTERVALS_MAX) return { low: 0 - below * step, high: above * step, step };
  }
  return { low: 0 - down, high: up, step: up };
}

/** Returns the grid lines of an axis, including the zero of the units it was divided in. */
export function gridLines({ low, high, step }: NiceScale): number[] {
  const count = Math.round((high - low) / step) + 1;
  return Array.from({ length: count }, (_, line) => low + line * step);
}

/** Returns ascending round numbers, the first at most `least`, enough for a mirrored axis. */
function roundSteps(least: number, binary: boolean): number[] {
  const base = binary ? 2 : 10;
  const mantissas = binary ? [1] : [1, 2, 2.5, 5];
  const power = Math.floor(Math.log(least) / Math.log(base));
  return [power, power + 1, power + 2, power + 3].flatMap((exponent) =>
    mantissas.map((mantissa) => mantissa * base ** exponent),
  );
}

/** Returns the number of steps to a value, ignoring rounding errors. */
function stepsTo(figure: number, step: number): number {
  return Math.ceil((figure / step) * (1 - 1e-12));
}
