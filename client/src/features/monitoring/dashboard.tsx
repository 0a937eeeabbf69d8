import './dashboard.css';
import { useState } from 'react';
import { useViewer } from '../../lib/session/viewer';
import { Charts } from './charts/charts';
import { RangeChoice } from './charts/range-choice';
import { LIVE_RANGE, type Range, type TimeSpan } from './charts/time-window';
import { Explanations } from './findings/explanations';
import { HostPanel } from './host/host-panel';
import { ProcessesPanel } from './host/processes-panel';
import type { Sample } from './live/sample-fields';

export { dashboardMessages as messages } from './dashboard-messages';

interface DashboardProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
}

/** The part of the page below the figures of now: explanations, charts, and the parts of the host. */
export default function Dashboard({ sample, arriving }: DashboardProps) {
  const [{ isStaff }] = useViewer();
  const [range, setRange] = useState(LIVE_RANGE);
  const [zoom, setZoom] = useState<TimeSpan | null>(null);
  const choose = (chosen: Range) => {
    setRange(chosen);
    setZoom(null);
  };
  return (
    <Explanations sampledAt={sample?.sampledAt}>
      <RangeChoice
        range={range}
        zoom={zoom}
        onRange={choose}
        onZoom={setZoom}
        now={sample && Date.parse(sample.sampledAt) / 1000}
      />
      <Charts sample={sample} arriving={arriving} range={range} zoom={zoom} onZoom={setZoom} />
      <div className="panels">
        <HostPanel sample={sample} />
        {isStaff && <ProcessesPanel />}
      </div>
    </Explanations>
  );
}
