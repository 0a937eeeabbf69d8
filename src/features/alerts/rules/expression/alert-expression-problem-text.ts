import { type FilledMessage, type Message, message } from '../../../../i18n/message.js';
import { NESTING_MAX } from '../../../conversion/rules/logic/expression.js';
import { type RuleKey, signText } from '../../../conversion/rules/sign-text.js';
import { ALERT_EXPRESSION_MAX_LENGTH } from './alert-expression.js';
import type { AlertExpressionProblem } from './alert-expression-problem.js';
import { ATOMS_MAX } from './atoms.js';

/** Maximum number of suggestions listed in a message. */
const NAMED_MAX = 5;

/** Describes the error in a condition, and where it is. */
export function alertExpressionProblemText(problem: AlertExpressionProblem): Message<RuleKey> {
  const { found, position, about } = problem;
  const sign = found === '' ? message<RuleKey>('rules.alert.end') : signText(found);
  const fitting = problem.suggestions.slice(0, NAMED_MAX).map(({ text }) => text);
  switch (problem.kind) {
    case 'tooLong':
      return message('rules.alert.tooLong', { maximum: ALERT_EXPRESSION_MAX_LENGTH });
    case 'empty':
      return 'rules.alert.empty';
    case 'operandExpected':
      return about === ''
        ? message('rules.alert.missingBefore', { sign })
        : message('rules.alert.missingAfter', { sign: signText(about) });
    case 'operatorExpected':
      return message('rules.alert.operatorExpected', { sign, position });
    case 'bracketUnopened':
      return message('rules.expression.bracketUnopened', { position });
    case 'bracketUnclosed':
      return message('rules.expression.bracketUnclosed', { position });
    case 'tooDeep':
      return message('rules.expression.tooDeep', { position, maximum: NESTING_MAX });
    case 'tooManyAtoms':
      return message('rules.alert.tooManyAtoms', { sign, position, maximum: ATOMS_MAX });
    case 'comparisonExpected':
      return message('rules.alert.comparisonExpected', { figure: about, position });
    case 'numberExpected':
      return message('rules.alert.numberExpected', { operator: about, position, fitting });
    case 'numberAmbiguous':
      return message('rules.alert.numberAmbiguous', { sign, position, fitting });
    case 'unitWrong':
      return unitText(about, { sign, position, fitting });
    case 'alwaysTrue':
      return message('rules.alert.alwaysTrue', { comparison: about, position });
    case 'neverTrue':
      return message('rules.alert.neverTrue', { comparison: about, position });
    case 'signExpected':
      return message('rules.alert.signExpected', { sign, position, expected: signText(about) });
    case 'nameUnknown':
    case 'windowless':
    case 'dayUnknown':
      return message(WITH_SUGGESTIONS[problem.kind], { sign, position, fitting });
    case 'numberTooLarge':
    case 'quoteUnclosed':
      return message(WITH_SIGN[problem.kind], { sign, position });
    default:
      return message(PLACE_ALONE[problem.kind], { position });
  }
}

const WITH_SUGGESTIONS = {
  nameUnknown: 'rules.alert.nameUnknown',
  windowless: 'rules.alert.windowless',
  dayUnknown: 'rules.alert.dayUnknown',
} as const;

const WITH_SIGN = {
  numberTooLarge: 'rules.alert.numberTooLarge',
  quoteUnclosed: 'rules.alert.quoteUnclosed',
} as const;

const PLACE_ALONE = {
  durationExpected: 'rules.alert.durationExpected',
  durationOutOfRange: 'rules.alert.durationOutOfRange',
  pathExpected: 'rules.alert.pathExpected',
  clockExpected: 'rules.alert.clockExpected',
  spanEmpty: 'rules.alert.spanEmpty',
} as const;

interface UnitFault {
  readonly sign: string | FilledMessage<RuleKey>;
  readonly position: number;
  readonly fitting: readonly string[];
}

function unitText(figure: string, { sign, position, fitting }: UnitFault): Message<RuleKey> {
  return fitting.length === 0
    ? message('rules.alert.unitUnneeded', { sign, position, figure })
    : message('rules.alert.unitWrong', { sign, position, figure, fitting });
}
