import { Page } from '../../components/page';
import { say } from '../../lib/say';
import { LiveMeasures } from './live-measures';
import { monitoringMessages } from './monitoring.messages';

/** The live dashboard of the host (contract section 4). */
export function MonitoringPage() {
  return (
    <Page title={say(monitoringMessages.title)} lead={say(monitoringMessages.lead)}>
      <LiveMeasures />
    </Page>
  );
}
