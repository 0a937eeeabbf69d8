/** A straight line through points, with its correlation: 1 for a perfect rise, -1 for a perfect fall. */
export interface Trend {
  readonly slope: number;
  readonly correlation: number;
}

/** Fits a least-squares line through `[x, y]` points; undefined if there are fewer than two different x values. */
export function fitTrend(points: readonly (readonly [x: number, y: number])[]): Trend | undefined {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  if (!(xx > 0)) return undefined;
  return { slope: xy / xx, correlation: yy > 0 ? xy / Math.sqrt(xx * yy) : 0 };
}
