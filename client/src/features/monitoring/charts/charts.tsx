import './charts.css';
import { Component, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import type { Sample } from '../live/sample-fields';
import { detailOfSample, figuresOfSample, presentTime } from './card-figures';
import { ChartCard } from './chart-card';
import type { ChartStates } from './chart-state';
import { reportedPanels } from './reported-panels';
import type { Range, TimeSpan } from './time-window';

export interface ChartsProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
  /** What is chosen with `RangeChoice`, which stands wherever the page has it. */
  range: Range;
  /** The time span that was zoomed into; null for the whole range up to now. */
  zoom: TimeSpan | null;
  onZoom(zoom: TimeSpan | null): void;
  states?: ChartStates | undefined;
}

/** The drawing of the charts is a large script: the figures in the heads of their cards do not wait for it. */
const DrawnCharts = lazyPart(() => import('./drawn-charts'));

/** The charts, all over the same time span: a range that is chosen, or what is selected on one of them. */
export function Charts(props: ChartsProps) {
  const figuresAlone = <CardsOfSample {...props} />;
  return (
    <section className="chart-section" aria-labelledby="charts" data-stale={!props.arriving || undefined}>
      <h2 id="charts" className="visually-hidden">
        {t('ui.dashboard.charts')}
      </h2>
      <Fallback fallback={figuresAlone}>
        <Suspense fallback={figuresAlone}>
          <DrawnCharts {...props} />
        </Suspense>
      </Fallback>
    </section>
  );
}

/** The cards before anything is drawn on them. */
function CardsOfSample({ sample, arriving, states }: ChartsProps) {
  const { reported } = reportedPanels(undefined, sample);
  return (
    <div className="charts">
      {reported.map((panel) => (
        <ChartCard
          key={panel.id}
          panel={panel}
          figures={figuresOfSample(panel, sample)}
          detail={sample ? detailOfSample(panel, sample) : ''}
          time={presentTime(sample, arriving)}
          state={states?.get(panel.id)}
        />
      ))}
    </div>
  );
}

/** Shows the figures alone where the drawing could not be fetched: they are worth more than the message of a failure. */
class Fallback extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
