import { Suspense } from 'react';
import { lazyAfterLoad } from '../lib/i18n/lazy-after-load';

/** Fetches the words of conditions for the incidents that are shown. */
export const fetchWords = () => import('./incident-words');

const fetchRecent = () => import('../features/alerts/incidents/recent-incidents');
const RecentIncidents = lazyAfterLoad(fetchRecent);

/** Incidents that have ended; they come after the machines. */
export const recentEvents = (
  <Suspense>
    <RecentIncidents />
  </Suspense>
);
