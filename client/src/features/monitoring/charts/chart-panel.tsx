import { useId, useState } from 'react';
import { t } from '../../../lib/i18n/t';
import { Chart } from './chart';
import type { ChartData } from './chart-data';
import { ChartTable } from './chart-table';
import type { Colours } from './colours';
import type { Line, Panel } from './panels';
import { formatTimestamp } from './time-labels';
import type { TimeSpan } from './time-window';

interface ChartPanelProps {
  panel: Panel;
  data: ChartData;
  visible: TimeSpan;
  colours: Colours;
  live: boolean;
  onZoom(zoom: TimeSpan): void;
}

/** A chart with its title, the figures under the pointer, and a table of the same figures. */
export function ChartPanel({ panel, data, visible, colours, live, onZoom }: ChartPanelProps) {
  const [point, setPoint] = useState<number | null>(null);
  const id = useId();
  const title = t(panel.title);
  const lines = panel.lines.filter(({ measure }) => data.bands[measure].average.some((figure) => figure !== null));
  const figures = lines.map((line) => figuresOf(line, panel, data)).join('; ');
  const label = t('ui.dashboard.chartLabel', {
    title,
    from: formatTimestamp(visible.from, visible),
    to: formatTimestamp(visible.to, visible),
    figures: figures || t('ui.dashboard.noFigures'),
  });
  return (
    <section className="panel chart-panel" aria-labelledby={id}>
      <div className="panel-head">
        <h3 id={id}>{title}</h3>
        <p className="chart-reading" aria-hidden="true">
          {point === null || data.at[point] === undefined
            ? summaryOf(lines, panel, data)
            : readingOf(lines, panel, data, point, visible)}
        </p>
      </div>
      <Chart
        panel={panel}
        data={data}
        visible={visible}
        colours={colours}
        live={live}
        label={label}
        onZoom={onZoom}
        onPoint={setPoint}
      />
      <ChartTable panel={panel} data={data} visible={visible} />
    </section>
  );
}

/** Minimum, average and maximum of the visible time span. */
function figuresOf({ measure, label }: Line, { format, lines }: Panel, { bands }: ChartData): string {
  const { minimum, average, maximum } = bands[measure];
  const known = (series: readonly (number | null)[]) => series.filter((figure) => figure !== null);
  const [least, middle, most] = [known(minimum), known(average), known(maximum)];
  if (middle.length === 0) return '';
  const text = t('ui.dashboard.figures', {
    minimum: format(Math.min(...least)),
    average: format(middle.reduce((sum, figure) => sum + figure, 0) / middle.length),
    maximum: format(Math.max(...most)),
  });
  return lines.length > 1 ? `${t(label)}: ${text}` : text;
}

function summaryOf(lines: readonly Line[], panel: Panel, data: ChartData): string {
  if (lines.length === 0) return t('ui.dashboard.noFigures');
  if (panel.lines.length === 1) return figuresOf(lines[0] as Line, panel, data);
  return lines.map(({ label, measure }) => `${t(label)} ${lastOf(data, measure, panel)}`).join(' · ');
}

function lastOf({ bands }: ChartData, measure: Line['measure'], { format }: Panel): string {
  const last = bands[measure].average.findLast((figure) => figure !== null) ?? null;
  return last === null ? '–' : format(last);
}

/** The figures of one point: minimum, average and maximum where they differ. */
function readingOf(
  lines: readonly Line[],
  { format, lines: all }: Panel,
  { at, bands }: ChartData,
  point: number,
  visible: TimeSpan,
): string {
  const readings = lines.map(({ measure, label }) => {
    const [minimum = null, average = null, maximum = null] = [
      bands[measure].minimum[point],
      bands[measure].average[point],
      bands[measure].maximum[point],
    ];
    if (minimum === null || average === null || maximum === null) return '–';
    const name = all.length > 1 ? `${t(label)} ` : '';
    if (minimum === maximum) return name + format(average);
    return (
      name + t('ui.dashboard.figures', { minimum: format(minimum), average: format(average), maximum: format(maximum) })
    );
  });
  return [formatTimestamp(at[point] ?? 0, visible), ...readings].join(' · ');
}
