import '../../figure.css';
import './small-charts.css';
import { Link } from 'wouter';
import { Quantity } from '../../../../components/quantity';
import { t } from '../../../../lib/i18n/t';
import { paths } from '../../../../paths';
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
          {figuresOf(panel, sample).map(({ arrow, text }) => (
            <span className="figure small-figure" key={arrow ?? id}>
              {arrow && <span className="unit">{arrow} </span>}
              <Quantity text={text} />
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
  const textOf = (measure: typeof first) => {
    const figure = sample && figureOf(sample, measure);
    return figure === null || figure === undefined ? '–' : format(figure);
  };
  if (second === undefined) return [{ arrow: undefined, text: textOf(first) }];
  return [
    { arrow: '↓', text: textOf(second) },
    { arrow: '↑', text: textOf(first) },
  ];
}
