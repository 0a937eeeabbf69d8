import type { ComponentType } from 'react';
import { lazyPart, type Part } from '../../lib/i18n/lazy-part';
import type { MessageKey } from '../../lib/i18n/t';

export interface AdministrationSection {
  /** Value of the section in the query string: `/admin/?parte=<word>`. */
  readonly word: string;
  readonly name: MessageKey;
  /** Whether operators may open it too; the others are for staff. */
  readonly isForOperators?: true;
  readonly Content: ComponentType;
}

/** Fetched only when shown. */
const parts = {
  overview: () => import('./overview/overview-section'),
  users: () => import('./users/users-section'),
  sessions: () => import('./sessions/live-sessions-section'),
  hosts: () => import('./hosts/hosts-section'),
  access: () => import('./access/access-section'),
  locks: () => import('./locks/locks-section'),
  terms: () => import('./terms/terms-section'),
  domains: () => import('./domains/domains-section'),
  mail: () => import('./mail/mail-section'),
  audit: () => import('./audit/audit-section'),
} satisfies Record<string, () => Promise<Part<object>>>;

/**
 * Every section, in menu order; the first is shown at `/admin/`. A new one needs its own folder, containing a component
 * as the default export, built from `Section` (`components/layout/section.tsx`), and its message keys as `messages`;
 * and two lines here. Shared parts are in `parts/`.
 */
export const sections: readonly [AdministrationSection, ...AdministrationSection[]] = [
  {
    word: 'geral',
    name: 'ui.administration.overview',
    Content: lazyPart(parts.overview),
  },
  {
    word: 'usuarios',
    name: 'ui.administration.people',
    Content: lazyPart(parts.users),
  },
  {
    word: 'sessoes',
    name: 'ui.administration.liveSessions',
    Content: lazyPart(parts.sessions),
  },
  { word: 'maquinas', name: 'ui.administration.hosts', isForOperators: true, Content: lazyPart(parts.hosts) },
  { word: 'acesso', name: 'ui.administration.access', Content: lazyPart(parts.access) },
  {
    word: 'bloqueios',
    name: 'ui.administration.locks',
    Content: lazyPart(parts.locks),
  },
  { word: 'termos', name: 'ui.administration.terms', Content: lazyPart(parts.terms) },
  {
    word: 'dominios',
    name: 'ui.administration.domains',
    Content: lazyPart(parts.domains),
  },
  { word: 'emails', name: 'ui.administration.mails', Content: lazyPart(parts.mail) },
  {
    word: 'auditoria',
    name: 'ui.administration.audit',
    Content: lazyPart(parts.audit),
  },
];

/** Returns the sections that a viewer may open. */
export function sectionsFor({ isStaff }: { readonly isStaff: boolean }): readonly AdministrationSection[] {
  return sections.filter(({ isForOperators }) => isStaff || isForOperators);
}

/** Returns the one of these sections with this word, or the first one if none has it. */
export function findSection(word: string | null, among = sections as readonly AdministrationSection[]) {
  return among.find((section) => section.word === word) ?? among[0] ?? sections[0];
}
