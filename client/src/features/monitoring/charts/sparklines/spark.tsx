import './spark.css';
import { SPARK_SECONDS, type SparkPoint, sparkPath } from './spark-path';

interface SparkProps {
  points: readonly SparkPoint[];
  /** The end of the hour, in seconds since 1970. */
  end: number;
  /** One measure, or two opposite directions: the first is drawn upwards, the second downwards, each on its own scale. */
  names: readonly [string] | readonly [string, string];
  /** Lowest value at the upper edge. */
  minTop: number;
  maxTop?: number;
}

/** An hour as a small line. Decorative: the figure beside it gives the value, and the host's page the history. */
export function Spark({ points, end, names, minTop, maxTop }: SparkProps) {
  const [, second] = names;
  return (
    <svg
      className="spark"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-mirrored={second !== undefined || undefined}
    >
      {second !== undefined && <path className="spark-zero" d="M0 50H100" vectorEffect="non-scaling-stroke" />}
      {names.map((name, index) => {
        const top = topOf(points, name, minTop, maxTop);
        const zero = second === undefined ? 100 : 50;
        const edge = index === 0 ? 0 : 100;
        const { line, area } = sparkPath(points, { name, end, top, zero, edge });
        return (
          <g key={name}>
            <path className="spark-area" d={area} />
            <path d={line} vectorEffect="non-scaling-stroke" />
          </g>
        );
      })}
    </svg>
  );
}

/** Keeps the highest point off the edge, unless the measure cannot go beyond it. */
const HEADROOM = 1.1;

function topOf(points: readonly SparkPoint[], name: string, minTop: number, maxTop = Number.POSITIVE_INFINITY) {
  const highest = points.reduce((most, { at, figures }) => {
    const figure = figures[name];
    return figure == null || at < (points.at(-1)?.at ?? 0) - SPARK_SECONDS ? most : Math.max(most, figure);
  }, 0);
  return Math.max(minTop, Math.min(maxTop, highest * HEADROOM));
}
