import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { Failure } from '../../../../components/status/states';
import { hostPath, paths } from '../../../../paths';
import { useHost } from '../../host/host-identity';
import type { Sample } from '../../live/sample-fields';
import { useSample } from '../../live/use-sample';
import { ShownHostContext } from '../../shown-host';
import { searchWith } from '../../view/chart-view';
import { LIVE_RANGE, type TimeSpan } from '../../view/time-window';
import { ChartPanel } from '../chart-panel';
import { useCanvasStyle } from '../drawing/canvas-style';
import { useHistory } from '../history/use-history';
import { panels } from '../panels';
import { useChartAlerts } from './use-chart-alerts';

export interface IncidentChartProps {
  incident: { readonly host: string; readonly startedAt: string; readonly endedAt: string | null };
  /** The measure of the rule's first comparison. */
  measure: string;
}

/** Time shown before and after the incident: at least this many seconds, or this fraction of the incident's length. */
const AROUND_SECONDS = 600;
const AROUND_SHARE = 0.5;

/** The chart of a measure around an incident, with the bands of this and other incidents. Zooming opens all charts. */
export function DrawnIncidentChart(props: IncidentChartProps) {
  const { sample } = useSample();
  const { host } = props.incident;
  const charts = useHost()?.id === host ? paths.monitoring : hostPath(host);
  return (
    <ShownHostContext value={host}>
      <HostIncidentChart {...props} sample={sample} charts={charts} />
    </ShownHostContext>
  );
}

interface HostIncidentChartProps extends IncidentChartProps {
  /** Newest sample of the service's own machine, which gives the current time even if the other host is gone. */
  sample: Sample | undefined;
  /** Path of the page with all charts of the host. */
  charts: string;
}

function HostIncidentChart({ incident, measure, sample, charts }: HostIncidentChartProps) {
  const { startedAt, endedAt } = incident;
  const [, go] = useLocation();
  const isKnown = sample !== undefined;
  // For an ongoing incident, the chart ends at the time when the page was opened, so that samples don't redraw it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first sample gives the server's current time
  const zoom = useMemo(
    () => spanAround(startedAt, endedAt, sample && Date.parse(sample.sampledAt)),
    [startedAt, endedAt, isKnown],
  );
  const { data, visible, failure, retry } = useHistory({ range: LIVE_RANGE, zoom, sample, arriving: isKnown });
  const { bands, limits } = useChartAlerts(zoom, isKnown);
  const style = useCanvasStyle();
  const panel = panels.find(({ lines }) => lines.some((line) => line.measure === measure));
  if (!panel) return null;
  if (failure !== undefined) return <Failure text={failure} onRetry={retry} />;
  return (
    <ChartPanel
      panel={panel}
      data={data}
      visible={visible}
      sample={undefined}
      intervalSeconds={undefined}
      saysSince={false}
      present=""
      style={style}
      live={false}
      incidents={bands.get(panel.id)}
      limits={limits.get(panel.id)}
      onZoom={(span) => go(charts + searchWith('', { range: LIVE_RANGE, zoom: span }))}
    />
  );
}

function spanAround(startedAt: string, endedAt: string | null, nowMs = Date.now()): TimeSpan {
  const from = Date.parse(startedAt) / 1000;
  const now = nowMs / 1000;
  const to = endedAt === null ? now : Date.parse(endedAt) / 1000;
  const around = Math.max(AROUND_SECONDS, (to - from) * AROUND_SHARE);
  return { from: from - around, to: Math.min(now, to + around) };
}
