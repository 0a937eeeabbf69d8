import { useEffect } from 'react';
import { Failure } from '../../../components/status/states';
import { t } from '../../../lib/i18n/t';
import { dashboardMessages } from '../dashboard-messages';
import { ChartPanel } from './chart-panel';
import type { ChartsProps } from './charts-props';
import { useCanvasStyle } from './drawing/canvas-style';
import { presentTime } from './figures/card-figures';
import { beginningOf } from './history/gaps';
import { useHistory } from './history/use-history';
import { useChartAlerts } from './incidents/use-chart-alerts';
import { useReportedPanels } from './reported-panels';

/** Bundled together because nearly all of it is drawing code. */
export { DrawnIncidentChart } from './incidents/drawn-incident-chart';
export { dashboardMessages as messages };

export default function DrawnCharts(props: ChartsProps) {
  const { sample, arriving, away = false, intervalSeconds, range, zoom, onZoom, states } = props;
  const { data, visible, fetching, waiting, failure, retry } = useHistory({ range, zoom, sample, arriving });
  const { bands, limits } = useChartAlerts(visible, data !== undefined);
  const style = useCanvasStyle();
  const { reported, unreported } = useReportedPanels(data, sample);
  const begin = data && reported[0] && beginningOf(data, reported[0].lines, visible)?.at;
  useEffect(scrollToAddressed, []);
  return (
    <>
      <div className="charts-notice">
        <p className="visually-hidden" role="status">
          {fetching && data !== undefined && t('ui.dashboard.fetching')}
        </p>
        {failure !== undefined && <Failure text={failure} onRetry={retry} />}
        {waiting && <p className="state">{t('ui.dashboard.waitingForConnection')}</p>}
      </div>
      <div className="charts" data-fetching={(fetching && data !== undefined) || undefined}>
        {reported.map((panel) => (
          <ChartPanel
            key={panel.id}
            panel={panel}
            data={data}
            visible={visible}
            sample={zoom ? undefined : sample}
            intervalSeconds={intervalSeconds}
            present={presentTime(sample, arriving && !away)}
            saysSince={panel === reported[0] || !data || beginningOf(data, panel.lines, visible)?.at !== begin}
            style={style}
            live={arriving && !away && zoom === null && range.bySample}
            state={states?.get(panel.id)}
            incidents={bands.get(panel.id)}
            limits={limits.get(panel.id)}
            onZoom={onZoom}
          />
        ))}
      </div>
      <p className="hint chart-hint-mouse">{t('ui.dashboard.zoomHint')}</p>
      <p className="hint chart-hint-touch">{t('ui.dashboard.tapHint')}</p>
      {sample && unreported.length > 0 && (
        <p className="hint charts-unreported">
          {t('ui.dashboard.notReported', { measures: unreported.map(({ title }) => t(title)).join(', ') })}
        </p>
      )}
    </>
  );
}

/** Other pages link to a single chart. */
function scrollToAddressed(): void {
  if (location.hash.startsWith('#chart-')) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
