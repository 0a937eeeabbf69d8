import type { BinaryOperation } from './logic-operations.js';

/** Words that are an operation between two operands, and a variable elsewhere. */
export const wordOperations: ReadonlyMap<string, BinaryOperation> = new Map([
  ['E', 'AND'],
  ['IMPLIES', 'IMPLIES'],
  ['IMPLICA', 'IMPLIES'],
  ['IFF', 'IFF'],
  ['SSE', 'IFF'],
  ['SII', 'IFF'],
]);
