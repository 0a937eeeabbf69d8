import { type Message, message } from '../../../../i18n/message.js';
import { type RuleKey, signText } from '../sign-text.js';
import { OUTPUTS_MAX_LENGTH, type OutputsProblem } from './parse-outputs.js';

/** Describes what is wrong with the column of a truth table. */
export function outputsProblemText(problem: OutputsProblem): Message<RuleKey> {
  switch (problem.kind) {
    case 'tooLong':
      return message('rules.outputs.tooLong', { maximum: OUTPUTS_MAX_LENGTH });
    case 'unknownSign':
      return message('rules.outputs.unknownSign', { sign: signText(problem.found), position: problem.position });
    case 'wrongCount':
      return message('rules.outputs.wrongCount', { count: problem.count });
  }
}
