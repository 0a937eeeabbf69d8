import { type ReactNode, useEffect, useState } from 'react';
import { Loading } from '../../components/status/states';
import { type FetchIncidentWords, useIncidentWords } from '../../lib/incidents/use-incident-words';
import { useOpenIncidents } from '../../lib/incidents/use-open-incidents';
import { FiringList } from './firing-list';

interface HomeBodyProps {
  fetchWords: FetchIncidentWords;
  /** Whether the machines are known. */
  isReady: boolean;
  /** Incidents that have ended. */
  events: ReactNode;
  /** The machines. */
  children: ReactNode;
}

/** The machines are shown without the incidents if those take longer. */
const INCIDENTS_DUE_MS = 2_000;

/**
 * Shows open incidents, the machines, and incidents that have ended. All of it appears at once, so that the incidents
 * don't push the machines down.
 */
export function HomeBody({ fetchWords, isReady, events, children }: HomeBodyProps) {
  const open = useOpenIncidents();
  const words = useIncidentWords(fetchWords);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), INCIDENTS_DUE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isReady || !(open || isLate)) return <Loading lines={8} />;
  return (
    <div className="home-body">
      <div className="home-machines">
        <FiringList incidents={open?.incidents} words={words} />
        {children}
      </div>
      <aside className="home-events">{events}</aside>
    </div>
  );
}
