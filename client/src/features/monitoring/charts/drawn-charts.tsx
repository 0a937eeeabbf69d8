import { useEffect } from 'react';
import { Failure } from '../../../components/states';
import { t } from '../../../lib/i18n/t';
import { dashboardMessages } from '../dashboard-messages';
import { useCanvasStyle } from './canvas-style';
import { presentTime } from './card-figures';
import { ChartPanel } from './chart-panel';
import type { ChartsProps } from './charts-props';
import { reportedPanels } from './reported-panels';
import { useHistory } from './use-history';

export { dashboardMessages as messages };

/** The charts with their history. */
export default function DrawnCharts({ sample, arriving, range, zoom, onZoom, states }: ChartsProps) {
  const { data, visible, fetching, waiting, failure, retry } = useHistory({ range, zoom, sample, arriving });
  const style = useCanvasStyle();
  const { reported, unreported } = reportedPanels(data, sample);
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
            present={presentTime(sample, arriving)}
            style={style}
            live={arriving && zoom === null && range.bySample}
            state={states?.get(panel.id)}
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

/** Other pages lead to a single chart. */
function scrollToAddressed(): void {
  if (location.hash.startsWith('#chart-')) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
