import type { FigureUnit } from '../../../../../src/features/alerts/rules/figures';
import { t } from '../../../lib/i18n/t';
import { secondsSince } from '../parts/use-now';
import { formatLength, formatQuantity } from '../rules/format-quantity';
import { wordsOfExpression } from './comparison-words';
import type { Incident } from './incidents.operations';

/** What happens, for how long and where: `CPU acima de 90% há 12 min em srv-1`. */
export function sentenceOf(incident: Incident, now: number): string {
  const { expression, ruleName, hostName: host, state } = incident;
  const values = { what: wordsOfExpression(expression) ?? ruleName, time: durationOf(incident, now), host };
  return t(state === 'OPEN' ? 'ui.incidents.open' : 'ui.incidents.ended', values);
}

/** How long it took, or has gone on. */
export function durationOf({ state, startedAt, durationSeconds }: Incident, now: number): string {
  return formatLength(state === 'OPEN' ? Math.max(durationSeconds, secondsSince(startedAt, now)) : durationSeconds);
}

/** A figure of a comparison; a dash where it is not known. */
export function figureOf(figure: number | null, unit: string): string {
  return figure === null ? '–' : formatQuantity(figure, unit as FigureUnit);
}

/** Why it is over, where that is not because the condition is. */
export const endReasons = {
  RULE_CHANGED: 'ui.incidents.endReasons.ruleChanged',
  RULE_SWITCHED_OFF: 'ui.incidents.endReasons.ruleSwitchedOff',
  RULE_DELETED: 'ui.incidents.endReasons.ruleDeleted',
  HOST_REMOVED: 'ui.incidents.endReasons.hostRemoved',
} as const;
