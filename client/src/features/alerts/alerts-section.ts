import type { ComponentType } from 'react';
import type { MessageKey } from '../../lib/i18n/t';
import { idInPath, paths } from '../../paths';

export interface AlertsSectionProps {
  /** The rest of the path, e.g. the id of an incident or a rule; undefined for the section's list. */
  readonly id: string | undefined;
}

export interface AlertsSection {
  /** Path segment of the section: `/sistema/alertas/<word>/`; empty for the incidents. */
  readonly word: string;
  readonly name: MessageKey;
  /** Role that the section needs; undefined for everybody who sees machines. */
  readonly needs?: 'OPERATOR' | 'STAFF';
  readonly Content: ComponentType<AlertsSectionProps>;
}

/** Sections in menu order; the first has an empty word. */
export type AlertsSections = readonly [AlertsSection, ...AlertsSection[]];

/** Returns the section a path belongs to and the item id that follows it, if any. */
export function sectionAt(sections: AlertsSections, path: string): AlertsSectionProps & { section: AlertsSection } {
  const [first, second] = path.slice(paths.alerts.length).split('/').filter(Boolean);
  const named = sections.find(({ word }) => word !== '' && word === first);
  return named ? { section: named, id: second } : { section: sections[0], id: first };
}

/** Returns the path of a section, or of an item in it. */
export function addressOf({ word }: Pick<AlertsSection, 'word'>, id?: string): string {
  return (
    paths.alerts +
    [word, idInPath(id ?? '')]
      .filter(Boolean)
      .map((part) => `${part}/`)
      .join('')
  );
}
