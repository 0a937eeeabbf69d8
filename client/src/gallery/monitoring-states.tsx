import { Client, Provider } from 'urql';
import { Meter } from '../components/status/meter';
import { type AnalysisProgress, AnalysisState } from '../features/monitoring/analysis/analysis-state';
import { ChartPanel } from '../features/monitoring/charts/chart-panel';
import type { ChartState } from '../features/monitoring/charts/chart-state';
import { useCanvasStyle } from '../features/monitoring/charts/drawing/canvas-style';
import { type ChartData, mapMeasures } from '../features/monitoring/charts/history/chart-data';
import { type Panel, panels } from '../features/monitoring/charts/panels';
import { SmallCharts } from '../features/monitoring/charts/sparklines/small-charts';
import { FindingsStrip } from '../features/monitoring/findings/findings-strip';
import type { Finding } from '../features/monitoring/findings/use-findings';
import { HostPanel } from '../features/monitoring/host/host-panel';
import { ConnectionState } from '../features/monitoring/live/connection-state';
import type { Polling } from '../features/monitoring/live/polling';
import { ASKING, CONNECTING, type Connection, ConnectionContext, LIVE } from '../lib/graphql/connection';
import { createStore } from '../lib/state/store';
import { GalleryPart } from './gallery-part';
import { sample } from './sample';

const NOW = Date.now();
const IN_A_MINUTE = NOW + 60_000;
const CONNECTIONS: readonly { name: string; connection: Connection; polling: Polling }[] = [
  { name: 'connecting', connection: CONNECTING, polling: { state: 'idle' } },
  { name: 'live', connection: LIVE, polling: { state: 'idle' } },
  { name: 'blocked, asking', connection: ASKING, polling: { state: 'answered', sample } },
  { name: 'blocked, told to wait', connection: ASKING, polling: { state: 'waiting', until: IN_A_MINUTE } },
  { name: 'away', connection: { state: 'offline', since: NOW - 60_000 }, polling: { state: 'idle' } },
];

/** An hour with a gap of ten minutes. */
const HOUR = Array.from({ length: 50 }, (_, index) => {
  const wave = 50 + 45 * Math.sin(index / 6);
  const figures = { cpuPercent: wave, ramPercent: 100, networkSent: wave * 1000, networkReceived: wave * 9000 };
  return { at: (index < 20 ? index : index + 10) * 60, figures, readings: 1 };
});

export function MonitoringStates() {
  return (
    <Provider value={SILENT}>
      <GalleryPart title="Connection">
        {CONNECTIONS.map(({ name, connection, polling }) => (
          <ConnectionContext key={name} value={createStore(connection)}>
            <ConnectionState polling={polling} />
          </ConnectionContext>
        ))}
      </GalleryPart>
      <GalleryPart title="Meters: nothing, 0, 37.4 and 100 per cent">
        {[undefined, 0, 37.4, 100].map((percent) => (
          <div className="part" data-measure="cpu" key={percent ?? 'none'}>
            <Meter label={`${percent} per cent`} percent={percent} />
          </div>
        ))}
      </GalleryPart>
      <GalleryPart title="Small charts: before the first sample, live, stale">
        <SmallCharts sample={undefined} points={[]} arriving={false} />
        <SmallCharts sample={sample} points={HOUR} arriving />
        <SmallCharts sample={sample} points={HOUR} arriving={false} />
      </GalleryPart>
      <GalleryPart title="Findings: serious, attention, information">
        <FindingsStrip findings={FINDINGS} firing={[]} failure={undefined} retry={() => {}} />
      </GalleryPart>
      <GalleryPart title="Analysis: on its way, answered, unavailable, given up, failed">
        {ANALYSES.map((progress, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div className="panel" key={index}>
            <AnalysisState progress={progress} model="a-model" />
          </div>
        ))}
      </GalleryPart>
      <GalleryPart title="Charts: live and critical, summed up with a gap, high, one figure, nothing measured, before the history">
        <Charts />
      </GalleryPart>
      <GalleryPart title="The machine: with limits, and a file system that does not answer">
        <HostPanel sample={sample} />
      </GalleryPart>
    </Provider>
  );
}

/** Never responds, because the gallery has no server. */
const SILENT = new Client({ url: '/', preferGetMethod: false, exchanges: [] });

const START = 1_790_000_000;

/** Builds a hundred and twenty entries, five seconds apart or rolled up, with a gap in the middle. */
function chartData(spread: number): ChartData {
  const entries = Array.from({ length: 120 }, (_, index) => index);
  const series = (factor: number) =>
    entries.map((index) => (index > 50 && index < 60 ? null : (40 + 30 * Math.sin(index / 9)) * factor));
  const bands = { minimum: series(1 - spread), average: series(1), maximum: series(1 + spread) };
  return {
    at: entries.map((index) => START + index * 5),
    stepSeconds: spread > 0 ? 5 : 0,
    bands: mapMeasures(() => bands),
  };
}

const EMPTY: ChartData = {
  at: [],
  stepSeconds: 0,
  bands: mapMeasures(() => ({ minimum: [], average: [], maximum: [] })),
};
const SINGLE: ChartData = {
  at: [START + 590],
  stepSeconds: 0,
  bands: mapMeasures(() => ({ minimum: [40], average: [40], maximum: [40] })),
};

const CHARTS: readonly { id: string; data: ChartData | undefined; state?: ChartState }[] = [
  { id: 'cpu', data: chartData(0), state: { severity: 'BAD', text: 'CPU above 90%', cause: 'node 61%' } },
  { id: 'network', data: chartData(0.3) },
  {
    id: 'memory',
    data: chartData(0.3),
    state: { severity: 'WARNING', text: 'Memory', cause: 'a-process-with-a-very-long-name-that-has-no-room 45%' },
  },
  { id: 'disk', data: SINGLE },
  { id: 'load', data: EMPTY },
  { id: 'disk-activity', data: undefined },
];

function Charts() {
  const style = useCanvasStyle();
  return (
    <div className="chart-section">
      <div className="charts">
        {CHARTS.map(({ id, data, state }) => (
          <ChartPanel
            key={id}
            panel={panels.find((panel) => panel.id === id) as Panel}
            data={data}
            intervalSeconds={5}
            saysSince
            visible={{ from: START, to: START + 600 }}
            sample={sample}
            present="now"
            style={style}
            live={id === 'cpu'}
            state={state}
            onZoom={() => {}}
          />
        ))}
      </div>
    </div>
  );
}

const FINDINGS: readonly Finding[] = [
  {
    kind: 'CPU_HIGH',
    severity: 'BAD',
    text: 'CPU above 90% for 12 minutes.',
    measure: 'cpuPercent',
    cause: 'node 61%',
  },
  {
    kind: 'DISK_FILLING',
    severity: 'WARNING',
    text: 'At this rate the disk is full in about 9 days.',
    measure: 'diskPercent',
    cause: null,
  },
  { kind: 'QUIET', severity: 'INFORMATION', text: 'Nothing unusual in the last hour.', measure: null, cause: null },
];

const ANALYSES: readonly AnalysisProgress[] = [
  { state: 'asking', sinceMs: Date.now() },
  {
    state: 'answered',
    available: true,
    text: 'The computer is at rest.\n\nThere is nothing to do.',
    sampledAt: sample.sampledAt,
  },
  {
    state: 'answered',
    available: false,
    text: 'The analysis is not available at the moment.',
    sampledAt: sample.sampledAt,
  },
  { state: 'cancelled' },
  { state: 'failed', text: 'Request limit exceeded. Try again in 42 s.' },
];
