import { useState } from 'react';
import { Failure, Loading } from '../../../components/states';
import { t } from '../../../lib/i18n/t';
import type { Sample } from '../live/sample-fields';
import { ChartPanel } from './chart-panel';
import { useColours } from './colours';
import { RangeChoice } from './range-choice';
import { type ReportedPanels, reportedPanels } from './reported-panels';
import { LIVE_RANGE, type TimeSpan } from './time-window';
import { useHistory } from './use-history';

interface ChartsProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
}

/** The charts, all over the same time span: a range that is chosen, or what is selected on one of them. */
export function Charts({ sample, arriving }: ChartsProps) {
  const [range, setRange] = useState(LIVE_RANGE);
  const [zoom, setZoom] = useState<TimeSpan | null>(null);
  const { data, visible, fetching, failure, retry } = useHistory({ range, zoom, sample, arriving });
  const colours = useColours();
  const now = sample ? Date.parse(sample.sampledAt) / 1000 : visible.to;
  const { reported, unreported } = data ? reportedPanels(data, sample) : NONE;
  return (
    <section className="section" aria-labelledby="charts">
      <h2 id="charts">{t('ui.dashboard.charts')}</h2>
      <RangeChoice
        range={range}
        onRange={(chosen) => {
          setRange(chosen);
          setZoom(null);
        }}
        visible={visible}
        zoomed={zoom !== null}
        onZoom={setZoom}
        now={now}
        fetching={fetching && data !== undefined}
      />
      {failure !== undefined && <Failure text={failure} onRetry={retry} />}
      {data ? (
        <div className="charts" data-fetching={fetching || undefined}>
          {reported.map((panel) => (
            <ChartPanel
              key={panel.id}
              panel={panel}
              data={data}
              visible={visible}
              colours={colours}
              live={arriving && zoom === null && range.bySample}
              onZoom={setZoom}
            />
          ))}
        </div>
      ) : (
        failure === undefined && (
          <div className="charts-coming">
            <Loading lines={6} />
          </div>
        )
      )}
      {unreported.length > 0 && (
        <p className="hint charts-unreported">
          {t('ui.dashboard.notReported', { measures: unreported.map(({ title }) => t(title)).join(', ') })}
        </p>
      )}
    </section>
  );
}

const NONE: ReportedPanels = { reported: [], unreported: [] };
