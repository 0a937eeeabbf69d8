import './dashboard.css';
import { useViewer } from '../../lib/session/viewer';
import { Charts } from './charts/charts';
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
  return (
    <Explanations sampledAt={sample?.sampledAt}>
      <Charts sample={sample} arriving={arriving} />
      <div className="panels">
        <HostPanel sample={sample} />
        {isStaff && <ProcessesPanel />}
      </div>
    </Explanations>
  );
}
