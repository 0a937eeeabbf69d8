import './dashboard.css';
import './print.css';
import { type ReactNode, useMemo } from 'react';
import { t } from '../../lib/i18n/t';
import { useViewer } from '../../lib/session/viewer';
import { AnalysisSection } from './analysis/analysis-section';
import { Charts } from './charts/charts';
import { RangeChoice } from './charts/range-choice';
import { Announcements } from './findings/announcements';
import { chartStatesOf } from './findings/chart-states';
import { FindingsStrip } from './findings/findings-strip';
import { type Finding, useFindings } from './findings/use-findings';
import { useTabState } from './findings/use-tab-state';
import { HostLine } from './host/host-line';
import { HostPanel } from './host/host-panel';
import { ProcessesPanel } from './host/processes-panel';
import type { Sample } from './live/sample-fields';
import { type PageAddress, useChartView } from './view/use-chart-view';
import { isWall, searchWithWall } from './view/wall-view';
import { enterFullScreen } from './wall/use-full-screen';
import { Wall } from './wall/wall';

export { dashboardMessages as messages } from './dashboard-messages';

interface DashboardProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
  /** Whether the connection is lost. */
  offline: boolean;
  /** Whether the figures are live, and of when. */
  status: ReactNode;
  address: PageAddress;
}

/** The page below its heading: what is live and of when, what stands out, the charts, and the parts of the host. */
export default function Dashboard({ sample, arriving, offline, status, address }: DashboardProps) {
  const [{ isStaff }] = useViewer();
  const { range, zoom, onRange, onZoom } = useChartView(address);
  const found = useFindings(sample?.sampledAt);
  const { findings = NOTHING } = found;
  // As long as they are the same, the charts are not drawn again.
  const states = useMemo(() => chartStatesOf(findings), [findings]);
  useTabState({ findings, sample, offline });
  const announcements = <Announcements findings={found.findings} />;
  const charts = (
    <Charts sample={sample} arriving={arriving} range={range} zoom={zoom} onZoom={onZoom} states={states} />
  );
  const setWall = (wall: boolean) => address.go(searchWithWall(address.search, wall));
  if (isWall(address.search)) {
    return (
      <Wall status={status} findings={findings} sample={sample} offline={offline} onLeave={() => setWall(false)}>
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
      <div className="monitoring-bar">
        {status}
        <RangeChoice
          range={range}
          zoom={zoom}
          onRange={onRange}
          onZoom={onZoom}
          now={sample && Date.parse(sample.sampledAt) / 1000}
        />
        <button
          className="button button-small wall-open"
          type="button"
          title={t('ui.dashboard.wall')}
          onClick={openWall}
        >
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
          </svg>
          <span className="wall-open-text">{t('ui.dashboard.wall')}</span>
        </button>
      </div>
      <FindingsStrip {...found} stale={offline} />
      {announcements}
      {/* Its place depends on how much stands out: until that is known it is fetched, but not shown. */}
      <div className="dashboard" data-waiting={!isKnown || undefined} data-stale={offline || undefined}>
        {charts}
        <div className="panels">
          <HostPanel sample={sample} />
          {isStaff && <ProcessesPanel />}
        </div>
        <AnalysisSection />
      </div>
    </>
  );
}

const NOTHING: readonly Finding[] = [];
