import type { AlertsSectionProps } from '../features/alerts/alerts-section';
import { IncidentsSection } from '../features/alerts/incidents/incidents-section';
import { IncidentChart } from '../features/monitoring/charts/incident-chart';

export { incidentsMessages as messages } from '../features/alerts/incidents/messages';

/** Shows the incidents, each with the chart of its measure. */
export default function AlertIncidents({ id }: AlertsSectionProps) {
  return (
    <IncidentsSection
      id={id}
      chartOf={(incident) =>
        incident.measure !== null && <IncidentChart incident={incident} measure={incident.measure} />
      }
    />
  );
}
