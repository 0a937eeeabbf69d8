/** What an axis shows: whole steps from the lowest to the highest of its grid lines. */
export interface NiceScale {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** The figures that an axis must show, and how it is divided. */
export interface ScaleWish {
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** The axis reaches at least so far up; where figures are drawn below zero, also so far down. */
  readonly minTop: number;
  /** The axis never needs to reach further. */
  readonly maxTop?: number | undefined;
  /** Whether figures are drawn below zero even if there are none at the moment. */
  readonly mirrored?: boolean;
  /** Whether it is divided by powers of two. */
  readonly binary?: boolean | undefined;
}

/** Five grid lines at most; as no step is more than twice the one before, there are never fewer than four. */
const INTERVALS_MAX = 4;
/** The line does not touch the edge. */
const HEADROOM = 1.05;

/** The finest division of an axis from zero, up and where needed down, into at most four steps of a round number. */
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

/** The grid lines of an axis, zero among them. */
export function gridLines({ low, high, step }: NiceScale): number[] {
  const first = Math.round(low / step);
  const count = Math.round((high - low) / step) + 1;
  return Array.from({ length: count }, (_, line) => (first + line) * step);
}

/** Round numbers, ascending, from one that is at most `least`; far enough for a mirrored axis. */
function roundSteps(least: number, binary: boolean): number[] {
  const base = binary ? 2 : 10;
  const mantissas = binary ? [1] : [1, 2, 2.5, 5];
  const power = Math.floor(Math.log(least) / Math.log(base));
  return [power, power + 1, power + 2, power + 3].flatMap((exponent) =>
    mantissas.map((mantissa) => mantissa * base ** exponent),
  );
}

/** How many steps reach a figure; a rounding error is none. */
function stepsTo(figure: number, step: number): number {
  return Math.ceil((figure / step) * (1 - 1e-12));
}
