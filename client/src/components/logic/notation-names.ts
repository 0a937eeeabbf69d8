import type { Notation } from '../../../../src/features/conversion/rules/logic/notation';
import type { MessageKey } from '../../lib/i18n/t';

/** Message keys of the notations' names. */
export const notationNames = {
  WORDS: 'ui.logic.notation.words',
  MATHEMATICS: 'ui.logic.notation.mathematics',
  ENGINEERING: 'ui.logic.notation.engineering',
  PROGRAMMING: 'ui.logic.notation.programming',
} as const satisfies Record<Notation, MessageKey>;
