import { type Measure, measures } from '../../live/measures';
import { niceScale } from '../drawing/nice-scale';
import { SmallChart, type SmallChartsProps } from './small-chart';
import { SPARK_SECONDS, type SparkPoint, useRecent } from './use-recent';

export default function SparkLines({ sample, arriving }: SmallChartsProps) {
  const points = useRecent(sample, arriving);
  return measures.map((measure) => (
    <SmallChart key={measure.id} measure={measure} sample={sample}>
      <SparkLine measure={measure} points={points} lit={arriving} />
    </SmallChart>
  ));
}

const HEIGHT = 40;
const WIDTH = 100;

interface SparkLineProps {
  measure: Measure;
  points: readonly SparkPoint[];
  /** Whether the last point is the newest sample, marked with the lamp. */
  lit: boolean;
}

/**
 * A line from zero, without axes. Decorative: the figure above it and the monitoring page give the same information.
 */
function SparkLine({ measure, points, lit }: SparkLineProps) {
  const figures = points.flatMap(({ figures }) => figures[measure.id] ?? []);
  const scale = niceScale({ minimum: 0, maximum: Math.max(0, ...figures), minTop: 10, maxTop: 100 });
  const path = sparkPath(points, measure.id, scale.high);
  const last = points.at(-1)?.figures[measure.id];
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      {lit && last != null && <span className="spark-end" style={{ '--share': last / scale.high } as object} />}
    </>
  );
}

/** Returns the path of a line that ends with the newest point and is broken at gaps. */
export function sparkPath(points: readonly SparkPoint[], id: Measure['id'], top: number): string {
  const end = points.at(-1)?.at ?? 0;
  let isPenDown = false;
  return points
    .map(({ at, figures }) => {
      const figure = figures[id];
      if (figure === null) {
        isPenDown = false;
        return '';
      }
      const x = WIDTH * (1 - (end - at) / SPARK_SECONDS);
      const y = HEIGHT * (1 - figure / top);
      const command = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
