import type { Suggestion } from '../../../../../../../src/features/alerts/rules/expression/alert-expression-problem';
import type { ComparisonOperator } from '../../../../../../../src/features/alerts/rules/expression/atoms';
import type { FigureName, WindowFunction } from '../../../../../../../src/features/alerts/rules/figures';
import type { LogicOperationName } from '../../../../../../../src/features/conversion/rules/logic/logic-operations';
import type { MessageKey } from '../../../../../lib/i18n/t';
import { mapConditions } from '../../../parts/map-conditions';

/** Subjects of the reference's examples. */
export type ReferenceWord = FigureName | WindowFunction | 'time';

/** Meanings of the terms used in conditions. */
export const words: Readonly<Record<ReferenceWord | LogicOperationName | ComparisonOperator, MessageKey>> = {
  ...mapConditions(({ meaning }) => meaning),
  disk: 'ui.alertWords.disk',
  load1: 'ui.alertWords.load1',
  load5: 'ui.alertWords.load5',
  load15: 'ui.alertWords.load15',
  uptime: 'ui.alertWords.uptime',
  away: 'ui.alertWords.away',
  avg: 'ui.alertWords.avg',
  min: 'ui.alertWords.min',
  max: 'ui.alertWords.max',
  rise: 'ui.alertWords.rise',
  time: 'ui.alertWords.time',
  AND: 'ui.alertWords.and',
  OR: 'ui.alertWords.or',
  NOT: 'ui.alertWords.not',
  XOR: 'ui.alertWords.xor',
  NAND: 'ui.alertWords.nand',
  NOR: 'ui.alertWords.nor',
  XNOR: 'ui.alertWords.xnor',
  IMPLIES: 'ui.alertWords.implies',
  IFF: 'ui.alertWords.iff',
  '>': 'ui.alertWords.above',
  '>=': 'ui.alertWords.atLeast',
  '<': 'ui.alertWords.below',
  '<=': 'ui.alertWords.atMost',
};

/** Meanings of suggestions without an entry in {@link words}. */
const KINDS: Readonly<Record<Suggestion['kind'], MessageKey>> = {
  figure: 'ui.alertWords.kindFigure',
  function: 'ui.alertWords.kindFunction',
  operation: 'ui.alertWords.kindOperation',
  comparison: 'ui.alertWords.kindComparison',
  unit: 'ui.alertWords.kindUnit',
  day: 'ui.alertWords.kindDay',
  sign: 'ui.alertWords.kindSign',
  example: 'ui.alertWords.kindExample',
};

/** Returns the meaning of a suggestion. `min` is ambiguous: it is both a window unit and a function. */
export function findMeaning({ kind, text }: Suggestion): MessageKey {
  const isName = kind === 'figure' || kind === 'function' || kind === 'operation' || kind === 'comparison';
  return isName && text in words ? words[text as keyof typeof words] : KINDS[kind];
}
