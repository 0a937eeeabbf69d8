import { Failure, Loading } from '../../../components/states';
import { t } from '../../../lib/i18n/t';
import type { Sample } from '../live/sample-fields';
import { ChartPanel } from './chart-panel';
import type { ChartStates } from './chart-state';
import { useColours } from './colours';
import { type ReportedPanels, reportedPanels } from './reported-panels';
import type { Range, TimeSpan } from './time-window';
import { useHistory } from './use-history';

interface ChartsProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
  /** What is chosen with `RangeChoice`, which stands wherever the page has it. */
  range: Range;
  /** The time span that was zoomed into; null for the whole range up to now. */
  zoom: TimeSpan | null;
  onZoom(zoom: TimeSpan | null): void;
  states?: ChartStates;
}

/** The charts, all over the same time span: a range that is chosen, or what is selected on one of them. */
export function Charts({ sample, arriving, range, zoom, onZoom }: ChartsProps) {
  const { data, visible, fetching, failure, retry } = useHistory({ range, zoom, sample, arriving });
  const colours = useColours();
  const { reported, unreported } = data ? reportedPanels(data, sample) : NONE;
  return (
    <section className="section" aria-labelledby="charts">
      <h2 id="charts">{t('ui.dashboard.charts')}</h2>
      <p className="visually-hidden" role="status">
        {fetching && data !== undefined && t('ui.dashboard.fetching')}
      </p>
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
              onZoom={onZoom}
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
