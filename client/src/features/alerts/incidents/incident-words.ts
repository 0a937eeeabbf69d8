import type { FigureUnit } from '../../../../../src/features/alerts/rules/figures';
import { ruleName as nameOf } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import { secondsSince } from '../parts/use-now';
import { formatLength, formatQuantity } from '../rules/format-quantity';
import { wordsOfExpression } from './comparison-words';
import type { Incident } from './incidents.operations';

/**
 * Describes the event, its host, how long the condition has held and how long the rule has been firing: `CPU acima de
 * 90% há 12 min em srv-1, disparado há 2 min`.
 */
export function sentenceOf(incident: Incident, now: number): string {
  const { expression, ruleName, hostName: host, state, trueSince, startedAt, endedAt, comparisons } = incident;
  const what = wordsOfExpression(expression, comparisons[0]?.fileSystem) ?? nameOf(ruleName);
  const values = { what, time: describeDuration(incident, now), host };
  const isHeld = trueSince !== null && Date.parse(startedAt) - Date.parse(trueSince) >= MINUTE_MS;
  if (!isHeld) return t(state === 'OPEN' ? 'ui.incidents.open' : 'ui.incidents.ended', values);
  const untilMs = endedAt === null ? Math.max(now, Date.parse(startedAt)) : Date.parse(endedAt);
  const held = formatLength((untilMs - Date.parse(trueSince)) / 1000);
  return t(state === 'OPEN' ? 'ui.incidents.openHeld' : 'ui.incidents.endedHeld', { ...values, held });
}

/** Durations are shown to the minute. */
const MINUTE_MS = 60_000;

/** Returns the incident's duration, up to now if it is open. */
export function describeDuration({ state, startedAt, durationSeconds }: Incident, now: number): string {
  return formatLength(state === 'OPEN' ? Math.max(durationSeconds, secondsSince(startedAt, now)) : durationSeconds);
}

/** Formats a comparison's reading; a dash if unknown. */
export function figureOf(figure: number | null, unit: string): string {
  return figure === null ? '–' : formatQuantity(figure, unit as FigureUnit);
}

/** Reasons for an incident to end other than its condition no longer being true. */
export const endReasons = {
  NOT_MEASURED: 'ui.incidents.endReasons.notMeasured',
  RULE_CHANGED: 'ui.incidents.endReasons.ruleChanged',
  RULE_SWITCHED_OFF: 'ui.incidents.endReasons.ruleSwitchedOff',
  RULE_DELETED: 'ui.incidents.endReasons.ruleDeleted',
  HOST_REMOVED: 'ui.incidents.endReasons.hostRemoved',
} as const;
