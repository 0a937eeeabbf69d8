import { lazyPart } from '../../../lib/i18n/lazy-part';
import './charts.css';
import { Suspense } from 'react';
import { Loading } from '../../../components/status/states';
import type { IncidentChartProps } from './incidents/drawn-incident-chart';

/** Loaded lazily, because chart drawing is a large script. */
const DrawnIncidentChart = lazyPart(async () => {
  const { DrawnIncidentChart, messages } = await import('./drawn-charts');
  return { default: DrawnIncidentChart, messages };
});

/** Shows an incident's measure around the time of the incident. */
export function IncidentChart(props: IncidentChartProps) {
  return (
    <div className="chart-section incident-chart">
      <Suspense fallback={<Loading lines={5} />}>
        <DrawnIncidentChart {...props} />
      </Suspense>
    </div>
  );
}
