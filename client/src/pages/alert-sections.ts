import type { AlertsSection, AlertsSectionProps, AlertsSections } from '../features/alerts/alerts-section';
import { lazyPart, type Part } from '../lib/i18n/lazy-part';

interface SectionParts extends Omit<AlertsSection, 'Content'> {
  /**
   * Fetches a module whose default export is a component that begins with `Section` (components/layout/section.tsx),
   * and whose `messages` are its sentences.
   */
  fetchPart(): Promise<Part<AlertsSectionProps>>;
}

/**
 * Every section of the alerts, in the order of the page. A new one is an entry here, and its address in
 * `src/app/client-pages.ts`.
 */
const entries: readonly [SectionParts, ...SectionParts[]] = [
  {
    word: '',
    name: 'ui.alerts.incidents',
    isStaffOnly: false,
    fetchPart: () => import('./alert-incidents'),
  },
  {
    word: 'regras',
    name: 'ui.alerts.rules',
    isStaffOnly: true,
    fetchPart: () => import('./alert-rules'),
  },
  {
    word: 'canais',
    name: 'ui.alerts.channels',
    isStaffOnly: true,
    fetchPart: () => import('../features/alerts/channels/channels-section'),
  },
  {
    word: 'silencios',
    name: 'ui.alerts.silences',
    isStaffOnly: true,
    fetchPart: () => import('../features/alerts/silences/silences-section'),
  },
];

const [first, ...others] = entries;

/** The sections, each fetched when first shown. */
export const alertSections: AlertsSections = [withContent(first), ...others.map(withContent)];

function withContent({ fetchPart, ...section }: SectionParts): AlertsSection {
  return { ...section, Content: lazyPart(fetchPart) };
}
