import type { MistakeKind } from '../../../../../../src/features/conversion/rules/exercises/mistake.js';

/** A wrong answer, and the mistake of the calculation that led to it. */
export type WrongAnswer = readonly [mistake: MistakeKind, answer: string];
