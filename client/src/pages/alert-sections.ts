import type { AlertsSection, AlertsSectionProps, AlertsSections } from '../features/alerts/alerts-section';
import { lazyPart, type Part } from '../lib/i18n/lazy-part';

interface SectionParts extends Omit<AlertsSection, 'Content'> {
  /**
   * Fetches a module whose default export is a component built from `Section` (components/layout/section.tsx) and whose
   * `messages` resolves once its translations are loaded.
   */
  fetchPart(): Promise<Part<AlertsSectionProps>>;
}

/**
 * Every section of the alerts, in page order. A new one needs an entry here and its path in `src/app/client-pages.ts`.
 */
const entries: readonly [SectionParts, ...SectionParts[]] = [
  {
    word: '',
    name: 'ui.alerts.incidents',
    fetchPart: () => import('./alert-incidents'),
  },
  {
    word: 'regras',
    name: 'ui.alerts.rules',
    needs: 'OPERATOR',
    fetchPart: () => import('./alert-rules'),
  },
  {
    word: 'canais',
    name: 'ui.alerts.channels',
    needs: 'STAFF',
    fetchPart: () => import('../features/alerts/channels/channels-section'),
  },
  {
    word: 'silencios',
    name: 'ui.alerts.silences',
    needs: 'OPERATOR',
    fetchPart: () => import('../features/alerts/silences/silences-section'),
  },
];

const [first, ...others] = entries;

/** The sections; the content of each is fetched when first shown. */
export const alertSections: AlertsSections = [withContent(first), ...others.map(withContent)];

function withContent({ fetchPart, ...section }: SectionParts): AlertsSection {
  return { ...section, Content: lazyPart(fetchPart) };
}
