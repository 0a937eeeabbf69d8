import { type ComponentType, lazy } from 'react';
import type { Message } from '../../lib/i18n/say';
import { administrationMessages as messages } from './administration.messages';

/** A section of the administration. */
export interface AdministrationSection {
  /** Its word in the address: `/admin/?parte=<word>`. */
  readonly word: string;
  readonly name: Message;
  /** Fetched when it is shown. */
  readonly Content: ComponentType;
}

/**
 * Every section, in the order of the menu; the first is shown at `/admin/`. A new one has a folder of its own with a
 * component as its default export, which begins with `Section` (parts/section.tsx), and its line here. What sections
 * have in common is in `parts/`.
 */
export const sections: readonly [AdministrationSection, ...AdministrationSection[]] = [
  { word: 'geral', name: messages.overview, Content: lazy(() => import('./overview/overview-section')) },
  { word: 'usuarios', name: messages.people, Content: lazy(() => import('./users/users-section')) },
  { word: 'sessoes', name: messages.liveSessions, Content: lazy(() => import('./sessions/live-sessions-section')) },
  { word: 'bloqueios', name: messages.locks, Content: lazy(() => import('./locks/locks-section')) },
  { word: 'termos', name: messages.terms, Content: lazy(() => import('./terms/terms-section')) },
  { word: 'dominios', name: messages.domains, Content: lazy(() => import('./domains/domains-section')) },
  { word: 'emails', name: messages.mails, Content: lazy(() => import('./mail/mail-section')) },
  { word: 'auditoria', name: messages.audit, Content: lazy(() => import('./audit/audit-section')) },
];

/** The section of a word; the first for any other. */
export function sectionOf(word: string | null): AdministrationSection {
  return sections.find((section) => section.word === word) ?? sections[0];
}
