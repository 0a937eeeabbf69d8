import { CHART_SECONDS, type Figures, type FiguresPoint } from './host-figures';

const WIDTH = 100;
const HEIGHT = 24;

interface SmallLineProps {
  points: readonly FiguresPoint[];
  /** Values to draw, one line each; the second line is dashed. */
  names: readonly (keyof Figures)[];
  minTop: number;
}

/** A line from zero, without axes, for the last few minutes. Decorative: the figure beside it gives the value. */
export function SmallLine({ points, names, minTop }: SmallLineProps) {
  const figures = points.flatMap((point) => names.map((name) => point.figures?.[name] ?? 0));
  const top = Math.max(minTop, ...figures);
  return (
    <svg className="small-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {names.map((name) => (
        <path key={name} d={linePath(points, name, top)} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

/** Returns the path of a line that ends at the right with the newest point and is broken at gaps. */
export function linePath(points: readonly FiguresPoint[], name: keyof Figures, top: number): string {
  const end = points.at(-1)?.at ?? 0;
  let isPenDown = false;
  return points
    .map(({ at, figures }) => {
      const figure = figures?.[name] ?? null;
      if (figure === null) {
        isPenDown = false;
        return '';
      }
      const x = WIDTH * (1 - (end - at) / CHART_SECONDS);
      const y = HEIGHT * (1 - Math.min(figure, top) / top);
      const command = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
