import './incidents.css';
import type { ReactNode } from 'react';
import { IncidentLists } from './incident-lists';
import { IncidentView } from './incident-view';
import type { Incident } from './incidents.operations';

interface IncidentsSectionProps {
  /** The incident that is shown; all of them when there is none. */
  id: string | undefined;
  /** The chart of what an incident is about. */
  chartOf(incident: Incident): ReactNode;
}

/** What fires and has fired, or one of it. */
export function IncidentsSection({ id, chartOf }: IncidentsSectionProps) {
  return id === undefined ? <IncidentLists /> : <IncidentView id={id} chartOf={chartOf} />;
}
