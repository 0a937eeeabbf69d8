import './incidents.css';
import type { ReactNode } from 'react';
import { IncidentLists } from './incident-lists';
import { IncidentView } from './incident-view';
import type { Incident } from './incidents.operations';

interface IncidentsSectionProps {
  /** Id of the incident to show; undefined shows all of them. */
  id: string | undefined;
  /** Renders the chart of an incident's measures. */
  renderChart(incident: Incident): ReactNode;
}

/** Shows current and past incidents, or one of them. */
export function IncidentsSection({ id, renderChart }: IncidentsSectionProps) {
  return id === undefined ? <IncidentLists /> : <IncidentView id={id} renderChart={renderChart} />;
}
