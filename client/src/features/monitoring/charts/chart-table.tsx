import { useState } from 'react';
import { t } from '../../../lib/i18n/t';
import type { TimeSpan } from '../view/time-window';
import { type ChartData, tableRows } from './history/chart-data';
import { formatTimestamp } from './history/time-labels';
import type { Panel } from './panels';

const ROWS = 24;

/** A chart's figures in at most twenty-four rows, rendered when opened. */
export function ChartTable({ panel, data, visible }: { panel: Panel; data: ChartData; visible: TimeSpan }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('ui.dashboard.asTable', { title: t(panel.title) })}>{t('ui.dashboard.table')}</summary>
      {open && <Table panel={panel} data={data} visible={visible} />}
    </details>
  );
}

function Table({ panel, data, visible }: { panel: Panel; data: ChartData; visible: TimeSpan }) {
  const { lines, format, title } = panel;
  const lineOf = lines.filter(({ measure }) => data.bands[measure].average.some((figure) => figure !== null));
  const rows = tableRows(
    data,
    lineOf.map(({ measure }) => measure),
    ROWS,
  );
  const caption = t('ui.dashboard.tableOf', { title: t(title) });
  const kinds = ['ui.dashboard.minimum', 'ui.dashboard.average', 'ui.dashboard.maximum'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('ui.dashboard.time')}</th>
            {lineOf.flatMap(({ measure, label }) =>
              kinds.map((kind) => (
                <th scope="col" key={`${measure} ${kind}`}>
                  {lines.length > 1 && `${t(label)}, `}
                  {t(kind)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, figures }) => (
            <tr key={at}>
              <th scope="row">{formatTimestamp(at, visible)}</th>
              {figures.flatMap(({ minimum, average, maximum }, line) =>
                [minimum, average, maximum].map((figure, kind) => (
                  <td key={`${lineOf[line]?.measure} ${kinds[kind]}`}>{format(figure)}</td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
