import type { FigureUnit } from '../../../../../src/features/alerts/rules/figures';
import { ruleName as nameOf } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import { secondsSince } from '../parts/use-now';
import { formatLength, formatQuantity } from '../rules/format-quantity';
import { wordsOfExpression } from './comparison-words';
import type { Incident } from './incidents.operations';

/** Describes the event, its duration and host: `CPU acima de 90% há 12 min em srv-1`. */
export function sentenceOf(incident: Incident, now: number): string {
  const { expression, ruleName, hostName: host, state } = incident;
  const values = { what: wordsOfExpression(expression) ?? nameOf(ruleName), time: durationOf(incident, now), host };
  return t(state === 'OPEN' ? 'ui.incidents.open' : 'ui.incidents.ended', values);
}

/** Returns the duration, up to now for an open incident. */
export function durationOf({ state, startedAt, durationSeconds }: Incident, now: number): string {
  return formatLength(state === 'OPEN' ? Math.max(durationSeconds, secondsSince(startedAt, now)) : durationSeconds);
}

/** Formats a figure of a comparison; a dash if unknown. */
export function figureOf(figure: number | null, unit: string): string {
  return figure === null ? '–' : formatQuantity(figure, unit as FigureUnit);
}

/** Reasons for an end other than the condition being over. */
export const endReasons = {
  RULE_CHANGED: 'ui.incidents.endReasons.ruleChanged',
  RULE_SWITCHED_OFF: 'ui.incidents.endReasons.ruleSwitchedOff',
  RULE_DELETED: 'ui.incidents.endReasons.ruleDeleted',
  HOST_REMOVED: 'ui.incidents.endReasons.hostRemoved',
} as const;
