import { message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { normalizeTags, TAG_MAX } from '../../../shared/identity/machine-tags.js';
import { rowId } from '../../../shared/row-id.js';
import { serverTimeZone } from '../../../shared/units/units.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import { type AlertRule, RULE_NAME_MAX } from '../alert-rule.entity.js';
import { type AlertExpression, parseAlertExpression } from '../rules/expression/alert-expression.js';
import type { AlertExpressionProblem } from '../rules/expression/alert-expression-problem.js';
import { alertExpressionProblemText } from '../rules/expression/alert-expression-problem-text.js';
import { isTimeZone } from '../rules/time-zone.js';
import { faultsOfLine, lineOf } from '../typed-text.js';
import type { AlertRuleDraft } from './alert-rule-draft.js';

/** Maximum time for which a condition must be true or false, in seconds. */
const HOLD_MAX_SECONDS = 86_400;

/** Minimum interval between repeated messages, in seconds. */
const REPEAT_MIN_SECONDS = 900;
/** Maximum interval between repeated messages: a month, in seconds. */
const REPEAT_MAX_SECONDS = 30 * 86_400;

interface Known {
  readonly hosts: ReadonlySet<number>;
  readonly channels: ReadonlySet<number>;
  /** The rule's previous condition, which stays valid; undefined for a new rule. */
  readonly expression?: string;
}

/** The fields of a rule that staff can set, as stored. */
export type AlertRuleFields = Pick<
  AlertRule,
  | 'name'
  | 'expression'
  | 'forSeconds'
  | 'releaseSeconds'
  | 'severity'
  | 'hosts'
  | 'channels'
  | 'repeatSeconds'
  | 'isActive'
  | 'membersAcknowledge'
  | 'timeZone'
>;

interface ReadAlertRule {
  readonly fields: AlertRuleFields;
  readonly expression: AlertExpression;
}

/**
 * Parses a rule as written by staff (contract 12).
 *
 * @throws {InvalidFields} with the errors of each field.
 */
export function readAlertRule(draft: AlertRuleDraft, known: Known): ReadAlertRule {
  const name = lineOf(draft.name);
  const timeZone = draft.timeZone ?? serverTimeZone();
  const isNew = draft.expression.trim() !== known.expression;
  const expression = parseAlertExpression(draft.expression, { refusesConstants: isNew });
  const hosts = draft.hosts.map(rowId);
  const channels = draft.channels.map(rowId);
  const tags = readTags(draft.tags);
  const faults: Record<string, FieldErrors[string]> = {
    name: faultsOfLine(name, RULE_NAME_MAX),
    expression: isUnreadable<AlertExpressionProblem>(expression)
      ? [alertExpressionProblemText(expression.problem)]
      : [],
    ...faultsOfDurations(draft),
    repeatSeconds: faultsOfRepeat(draft.repeatSeconds),
    timeZone: isTimeZone(timeZone) ? [] : ['alerts.notATimeZone'],
    tags: tags === undefined ? ['alerts.tagUnreadable'] : [],
    hosts: hosts.every((id) => id !== undefined && known.hosts.has(id)) ? [] : ['alerts.noSuchHost'],
    channels: channels.every((id) => id !== undefined && known.channels.has(id)) ? [] : ['alerts.noSuchChannel'],
  };
  const faulty = Object.entries(faults).filter(([, texts]) => texts.length > 0);
  if (faulty.length > 0 || isUnreadable<AlertExpressionProblem>(expression)) {
    throw new InvalidFields(Object.fromEntries(faulty));
  }
  const { forSeconds, releaseSeconds, severity, repeatSeconds, isActive, membersAcknowledge } = draft;
  return {
    expression,
    fields: {
      name,
      expression: draft.expression.trim(),
      forSeconds,
      releaseSeconds,
      severity,
      hosts: JSON.stringify([...idsIn(hosts), ...(tags ?? [])]),
      channels: JSON.stringify(idsIn(channels)),
      repeatSeconds,
      isActive,
      membersAcknowledge,
      timeZone,
    },
  };
}

/** Returns the errors of a rule's durations by field; empty if they are valid. */
export function faultsOfDurations({
  forSeconds,
  releaseSeconds,
}: Pick<AlertRuleDraft, 'forSeconds' | 'releaseSeconds'>): FieldErrors {
  const text = message('alerts.outOfRange', { minimum: 0, maximum: HOLD_MAX_SECONDS });
  const faulty = Object.entries({ forSeconds, releaseSeconds }).filter(([, s]) => s < 0 || s > HOLD_MAX_SECONDS);
  return Object.fromEntries(faulty.map(([name]) => [name, [text]]));
}

function faultsOfRepeat(seconds: number): FieldErrors[string] {
  const isFine = seconds === 0 || (seconds >= REPEAT_MIN_SECONDS && seconds <= REPEAT_MAX_SECONDS);
  const bounds = { minimum: REPEAT_MIN_SECONDS, maximum: REPEAT_MAX_SECONDS };
  return isFine ? [] : [message('alerts.repeatOutOfRange', bounds)];
}

/** Removes duplicates and sorts the ids. */
function idsIn(ids: readonly (number | undefined)[]): readonly number[] {
  const known = ids.filter((id) => id !== undefined);
  return [...new Set(known)].sort((a, b) => a - b);
}

/**
 * Normalizes tags in the same way as for hosts. Undefined if no host can have one of them,
 * or if there are too many.
 */
function readTags(typed: readonly string[]): readonly string[] | undefined {
  const tags = normalizeTags(typed);
  const isFine = tags.length <= TAGS_MAX && tags.every((tag) => faultsOfLine(tag, TAG_MAX).length === 0);
  return isFine ? tags : undefined;
}

/** Maximum number of tags per rule, which is the same as for a host. */
const TAGS_MAX = 10;
