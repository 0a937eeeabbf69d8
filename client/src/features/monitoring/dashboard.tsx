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
  /** Whether samples arrive, by push or by asking. */
  arriving: boolean;
}

/** What stands below the figures of now: what can be said of them, how they came about, and what the host consists of. */
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
