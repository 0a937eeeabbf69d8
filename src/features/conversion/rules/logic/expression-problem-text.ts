import { type Message, message } from '../../../../i18n/message.js';
import { type RuleKey, signText } from '../sign-text.js';
import { EXPRESSION_MAX_LENGTH, type ExpressionProblem, NESTING_MAX, VARIABLES_MAX } from './expression.js';

/** Describes what is wrong with an expression, and where. */
export function expressionProblemText(problem: ExpressionProblem): Message<RuleKey> {
  if (problem.kind === 'tooLong') return message('rules.expression.tooLong', { maximum: EXPRESSION_MAX_LENGTH });
  if (problem.kind === 'empty') return 'rules.expression.empty';
  const { position } = problem;
  const sign = signText(problem.found);
  switch (problem.kind) {
    case 'unknownSign':
      return message('rules.expression.unknownSign', { sign, position });
    case 'operandExpected':
      return problem.after === ''
        ? message('rules.expression.missingBefore', { sign })
        : message('rules.expression.missingAfter', { sign: signText(problem.after) });
    case 'operatorExpected':
      return message('rules.expression.operatorExpected', { sign, position });
    case 'bracketUnopened':
      return message('rules.expression.bracketUnopened', { position });
    case 'bracketUnclosed':
      return message('rules.expression.bracketUnclosed', { position });
    case 'tooDeep':
      return message('rules.expression.tooDeep', { position, maximum: NESTING_MAX });
    case 'tooManyVariables':
      return message('rules.expression.tooManyVariables', { sign, position, maximum: VARIABLES_MAX });
  }
}
