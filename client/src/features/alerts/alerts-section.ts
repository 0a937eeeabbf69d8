import type { ComponentType } from 'react';
import type { MessageKey } from '../../lib/i18n/t';
import { paths } from '../../paths';

/** What a section of the alerts is given. */
export interface AlertsSectionProps {
  /** What stands behind the section in the address, such as the id of an incident or a rule; undefined for its list. */
  readonly id: string | undefined;
}

/** A section of the alerts. */
export interface AlertsSection {
  /** Its word in the address: `/sistema/alertas/<word>/`; none for the incidents. */
  readonly word: string;
  readonly name: MessageKey;
  readonly isStaffOnly: boolean;
  readonly Content: ComponentType<AlertsSectionProps>;
}

/** The sections in their order; the first has no word. */
export type AlertsSections = readonly [AlertsSection, ...AlertsSection[]];

/** The section of an address, and what stands behind it there. */
export function sectionAt(sections: AlertsSections, path: string): AlertsSectionProps & { section: AlertsSection } {
  const [first, second] = path.slice(paths.alerts.length).split('/').filter(Boolean);
  const named = sections.find(({ word }) => word !== '' && word === first);
  return named ? { section: named, id: second } : { section: sections[0], id: first };
}

/** The address of a section, or of something in it. */
export function addressOf({ word }: Pick<AlertsSection, 'word'>, id?: string): string {
  return (
    paths.alerts +
    [word, id ?? '']
      .filter(Boolean)
      .map((part) => `${part}/`)
      .join('')
  );
}
