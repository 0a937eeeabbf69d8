import '../../figure.css';
import './small-charts.css';
import { Link } from 'wouter';
import { t } from '../../../../lib/i18n/t';
import { paths } from '../../../../paths';
import { figureParts } from '../../format-figures';
import { figureOf } from '../../live/figure-of';
import type { Sample } from '../../live/sample-fields';
import type { MinutePoint } from './minute-points';
import { type SmallPanel, smallPanels } from './small-panels';
import { Spark } from './spark';

interface SmallChartsProps {
  sample: Sample | undefined;
  points: readonly MinutePoint[];
  /** Whether samples are arriving, by push or by polling. */
  arriving: boolean;
}

/** The present figures with a small chart of the last hour, each leading to its chart on the monitoring page. */
export function SmallCharts({ sample, points, arriving }: SmallChartsProps) {
  return (
    <ul className="small-charts" data-stale={!arriving || undefined}>
      {smallPanels.map((panel) => (
        <SmallChart key={panel.id} panel={panel} sample={sample} points={points} />
      ))}
    </ul>
  );
}

interface SmallChartProps extends Pick<SmallChartsProps, 'sample' | 'points'> {
  panel: SmallPanel;
}

function SmallChart({ panel, sample, points }: SmallChartProps) {
  const { id, title, colour, measures, minTop, maxTop } = panel;
  const end = points.at(-1)?.at ?? 0;
  return (
    <li className="small-chart" data-measure={colour}>
      <Link href={`${paths.monitoring}#chart-${id}`}>
        <span className="small-chart-name">{t(title)}</span>
        <span className="small-chart-figures">
          {figuresOf(panel, sample).map(({ arrow, figure, unit }) => (
            <span className="figure small-figure" key={arrow ?? id}>
              {arrow && <span className="small-figure-unit">{arrow} </span>}
              {figure}
              <span className="small-figure-unit">{unit}</span>
            </span>
          ))}
        </span>
        <Spark points={points} end={end} names={measures} minTop={minTop} {...(maxTop !== undefined && { maxTop })} />
      </Link>
    </li>
  );
}

/** Figures of two directions have arrows. The second measure, which comes in, is shown first. */
function figuresOf({ measures, format }: SmallPanel, sample: Sample | undefined) {
  const [first, second] = measures;
  const partsOf = (measure: typeof first) => {
    const figure = sample && figureOf(sample, measure);
    return figure === null || figure === undefined ? { figure: '–', unit: '' } : figureParts(format(figure));
  };
  if (second === undefined) return [{ arrow: undefined, ...partsOf(first) }];
  return [
    { arrow: '↓', ...partsOf(second) },
    { arrow: '↑', ...partsOf(first) },
  ];
}
