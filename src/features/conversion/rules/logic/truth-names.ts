/** Labels for 0 and 1. */
export type TruthNames = readonly [string, string];

export const TRUTH_FIGURES: TruthNames = ['0', '1'];
