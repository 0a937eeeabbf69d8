import { lazyPart } from '../../../lib/i18n/lazy-part';
import './charts.css';
import { Suspense } from 'react';
import { Loading } from '../../../components/status/states';
import type { IncidentChartProps } from './incidents/drawn-incident-chart';

/** Loaded lazily, because the drawing of charts is a large script. */
const DrawnIncidentChart = lazyPart(async () => {
  const { DrawnIncidentChart, messages } = await import('./drawn-charts');
  return { default: DrawnIncidentChart, messages };
});

/** Shows the measure of an incident around its time. */
export function IncidentChart(props: IncidentChartProps) {
  return (
    <div className="chart-section incident-chart">
      <Suspense fallback={<Loading lines={5} />}>
        <DrawnIncidentChart {...props} />
      </Suspense>
    </div>
  );
}
