import type { BinaryOperation } from './logic-operations.js';

/** Words that are operations if they are between two operands, and variables elsewhere. */
export const wordOperations: ReadonlyMap<string, BinaryOperation> = new Map([
  ['E', 'AND'],
  ['IMPLIES', 'IMPLIES'],
  ['IMPLICA', 'IMPLIES'],
  ['IFF', 'IFF'],
  ['SSE', 'IFF'],
  ['SII', 'IFF'],
]);
