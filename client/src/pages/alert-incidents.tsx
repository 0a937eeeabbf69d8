import type { AlertsSectionProps } from '../features/alerts/alerts-section';
import { IncidentsSection } from '../features/alerts/incidents/incidents-section';
import { IncidentChart } from '../features/monitoring/charts/incident-chart';

import { loadMessages } from '../lib/i18n/load-messages';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', {
    query: '?keys=ui.incidents,ui.silencing',
    import: 'default',
  }),
);

/** Shows the incidents, each with the chart of its measure. */
export default function AlertIncidents({ id }: AlertsSectionProps) {
  return (
    <IncidentsSection
      id={id}
      renderChart={(incident) =>
        incident.measure !== null && <IncidentChart incident={incident} measure={incident.measure} />
      }
    />
  );
}
