import './past-chart.css';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { MeasureName } from '../../../../../src/features/monitoring/measures';
import { Failure } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { ChartPanel } from './chart-panel';
import { useCanvasStyle } from './drawing/canvas-style';
import { buildChartData } from './history/chart-data';
import { type History, historyQuery } from './history/history-query';
import type { IncidentBand } from './history/incident-band';
import { panels } from './panels';

export { dashboardMessages as messages } from '../dashboard-messages';

const POINTS = 480;

interface PastChartProps {
  /** Host id; the default host if missing. */
  host?: string | undefined;
  measure: MeasureName;
  /** The visible time span, in seconds since 1970. */
  from: number;
  to: number;
  incidents: readonly IncidentBand[];
}

/** A measure's chart over a past time span, with incident bands. */
export default function PastChart({ host, measure, from, to, incidents }: PastChartProps) {
  // Charts of the same time send the same query, which urql requests only once.
  const [{ data, error }, ask] = useQuery<{ metricsHistory: History }>({
    query: historyQuery,
    variables: { host, from: iso(from), to: iso(to), points: POINTS },
  });
  const style = useCanvasStyle();
  const chartData = useMemo(() => data && buildChartData(data.metricsHistory, to), [data, to]);
  const visible = useMemo(() => ({ from, to }), [from, to]);
  const panel = panels.find(({ lines }) => lines.some((line) => line.measure === measure));
  if (error && !data)
    return <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (!panel) return null;
  return (
    <div className="past-chart">
      <ChartPanel
        panel={panel}
        data={chartData}
        visible={visible}
        sample={undefined}
        intervalSeconds={undefined}
        saysSince
        present=""
        style={style}
        live={false}
        incidents={incidents}
        onZoom={stay}
      />
    </div>
  );
}

/** Disables zooming, because there would be no way back. */
function stay() {}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
