import type { ComponentType } from 'react';
import { lazyPart } from '../../lib/i18n/lazy-part';
import type { MessageKey } from '../../lib/i18n/t';

/** A section of the administration. */
export interface AdministrationSection {
  /** Its word in the address: `/admin/?parte=<word>`. */
  readonly word: string;
  readonly name: MessageKey;
  /** Fetched when it is shown. */
  readonly Content: ComponentType;
}

/**
 * Every section, in the order of the menu; the first is shown at `/admin/`. A new one has a folder of its own with a
 * component as its default export, which begins with `Section` (parts/section.tsx), its sentences as `messages`, and its
 * line here. What sections
 * have in common is in `parts/`.
 */
export const sections: readonly [AdministrationSection, ...AdministrationSection[]] = [
  {
    word: 'geral',
    name: 'ui.administration.overview',
    Content: lazyPart(() => import('./overview/overview-section')),
  },
  {
    word: 'usuarios',
    name: 'ui.administration.people',
    Content: lazyPart(() => import('./users/users-section')),
  },
  {
    word: 'sessoes',
    name: 'ui.administration.liveSessions',
    Content: lazyPart(() => import('./sessions/live-sessions-section')),
  },
  {
    word: 'bloqueios',
    name: 'ui.administration.locks',
    Content: lazyPart(() => import('./locks/locks-section')),
  },
  { word: 'termos', name: 'ui.administration.terms', Content: lazyPart(() => import('./terms/terms-section')) },
  {
    word: 'dominios',
    name: 'ui.administration.domains',
    Content: lazyPart(() => import('./domains/domains-section')),
  },
  { word: 'emails', name: 'ui.administration.mails', Content: lazyPart(() => import('./mail/mail-section')) },
  {
    word: 'auditoria',
    name: 'ui.administration.audit',
    Content: lazyPart(() => import('./audit/audit-section')),
  },
];

/** The section of a word; the first for any other. */
export function sectionOf(word: string | null): AdministrationSection {
  return sections.find((section) => section.word === word) ?? sections[0];
}
