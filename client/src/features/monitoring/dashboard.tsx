import './dashboard.css';
import { type ReactNode, useMemo } from 'react';
import type { HostStateName } from '../../components/status/host-condition';
import { useAwaySince } from '../../lib/graphql/connection';
import { t } from '../../lib/i18n/t';
import { useIncidentsOf } from '../../lib/incidents/use-open-incidents';
import { useViewer } from '../../lib/session/viewer';
import { AnalysisSection } from './analysis/analysis-section';
import { Charts } from './charts/charts';
import { RangeChoice } from './charts/history/range-choice';
import { Announcements } from './findings/announcements';
import { computeChartStates } from './findings/chart-states';
import { FindingsStrip } from './findings/findings-strip';
import { type Finding, useFindings } from './findings/use-findings';
import { useTabState } from './findings/use-tab-state';
import { type Host, useHost } from './host/host-identity';
import { HostLine } from './host/host-line';
import { HostPanel } from './host/host-panel';
import { ProcessesPanel } from './host/processes-panel';
import type { Sample } from './live/sample-fields';
import { MonitoringBar } from './monitoring-bar';
import { useShownHost } from './shown-host';
import { PeriodLine } from './view/period-line';
import { type PageAddress, useChartView } from './view/use-chart-view';
import { isWall, searchWithWall } from './view/wall-view';
import { enterFullScreen } from './wall/use-full-screen';
import { Wall } from './wall/wall';
// Imported last, to override the components' styles.
import './print.css';

export { dashboardMessages as messages } from './dashboard-messages';

interface DashboardProps {
  sample: Sample | undefined;
  /** Whether samples are arriving, by push or by polling. */
  arriving: boolean;
  state: HostStateName;
  status: ReactNode;
  address: PageAddress;
}

/** The page below its heading: status and time, findings, charts, and host details. */
export default function Dashboard({ sample, arriving, state, status, address }: DashboardProps) {
  const [{ isStaff }] = useViewer();
  const { range, zoom, onRange, onZoom } = useChartView(address);
  const host = useHost();
  const isNamed = useShownHost() !== undefined;
  const firing = useIncidentsOf(host?.id) ?? NONE_FIRING;
  const found = useFindings(sample?.sampledAt);
  const { findings = NOTHING } = found;
  const isPast = zoom !== null;
  // A stable reference keeps the charts from being redrawn. Findings apply only to the present.
  const states = useMemo(() => (isPast ? undefined : computeChartStates(findings)), [findings, isPast]);
  useTabState({ findings, sample, name: isNamed ? host?.name : undefined });
  const isSilent = state !== 'LIVE';
  const isStale = useAwaySince() !== undefined || isSilent;
  const until = isStale && sample ? Date.parse(sample.sampledAt) : undefined;
  const announcements = <Announcements findings={found.findings} />;
  const charts = (
    <Charts
      sample={sample}
      arriving={arriving}
      away={isSilent}
      intervalSeconds={host?.intervalSeconds}
      range={range}
      zoom={zoom}
      onZoom={onZoom}
      states={states}
    />
  );
  const setWall = (wall: boolean) => address.go(searchWithWall(address.search, wall));
  if (isWall(address.search)) {
    return (
      <Wall
        status={status}
        findings={findings}
        firing={firing}
        sample={sample}
        state={state}
        period={zoom}
        onLeave={() => setWall(false)}
      >
        {announcements}
        {charts}
      </Wall>
    );
  }
  const openWall = () => {
    setWall(true);
    enterFullScreen();
  };
  const isKnown = found.findings !== undefined || found.failure !== undefined;
  return (
    <>
      <a className="skip-link" href="#charts">
        {t('ui.dashboard.skip')}
      </a>
      <HostLine />
      <MonitoringBar onWall={openWall}>
        {status}
        <RangeChoice
          range={range}
          zoom={zoom}
          onRange={onRange}
          onZoom={onZoom}
          now={sample && Date.parse(sample.sampledAt) / 1000}
        />
      </MonitoringBar>
      {zoom ? <PeriodLine period={zoom} /> : <FindingsStrip {...found} firing={firing} until={until} />}
      {announcements}
      {/* Its position depends on the number of findings, so it is loaded but hidden until that is known. */}
      <div className="dashboard" data-waiting={!isKnown || undefined} data-stale={isStale || undefined}>
        {charts}
        <div className="panels">
          <HostPanel sample={sample} />
          {isStaff && host && TELL_PROCESSES.includes(host.source) && <ProcessesPanel />}
        </div>
        <AnalysisSection />
      </div>
    </>
  );
}

/** Sources that tell which processes are the busiest. */
const TELL_PROCESSES: readonly Host['source'][] = ['OWN', 'AGENT'];
const NOTHING: readonly Finding[] = [];
const NONE_FIRING = [] as const;
