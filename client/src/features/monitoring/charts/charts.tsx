import './charts.css';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { ChartCard } from './chart-card';
import type { ChartsProps } from './charts-props';
import { detailOfSample, figuresOfSample, presentTime } from './figures/card-figures';
import { reportedPanels } from './reported-panels';

/** The drawing code is a large script, so the figures in the card heads appear without it, even if it fails to load. */
const DrawnCharts = lazyPart(() =>
  import('./drawn-charts').catch(() => ({ default: CardsOfSample, messages: Promise.resolve() })),
);

/** Shows all charts over the same time span: the chosen range, or the span selected on one of them. */
export function Charts(props: ChartsProps) {
  return (
    <section className="chart-section" aria-labelledby="charts" data-stale={!props.arriving || props.away || undefined}>
      <h2 id="charts" className="visually-hidden">
        {t('ui.dashboard.charts')}
      </h2>
      <Suspense fallback={<CardsOfSample {...props} />}>
        <DrawnCharts {...props} />
      </Suspense>
    </section>
  );
}

/** The cards before their charts are drawn. */
function CardsOfSample({ sample, arriving, away = false, intervalSeconds, states }: ChartsProps) {
  const { reported } = reportedPanels(undefined, sample);
  return (
    <div className="charts">
      {reported.map((panel) => (
        <ChartCard
          key={panel.id}
          panel={panel}
          figures={figuresOfSample(panel, sample)}
          detail={sample ? detailOfSample(panel, sample, intervalSeconds) : ''}
          time={presentTime(sample, arriving && !away)}
          state={states?.get(panel.id)}
        />
      ))}
    </div>
  );
}
