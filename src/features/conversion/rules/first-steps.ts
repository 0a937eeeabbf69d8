/** How much of a stage of steps is given, at least its first step. */
export interface StepLimits {
  readonly steps: number;
  /** How many characters the numbers of the steps may have together. */
  readonly characters: number;
}

/** The first steps of a stage, as many as the limits allow; the others are not computed. */
export function firstSteps<Step>(
  steps: Iterable<Step>,
  limits: StepLimits,
  charactersOf: (step: Step) => number,
): Step[] {
  const taken: Step[] = [];
  let characters = 0;
  for (const step of steps) {
    characters += charactersOf(step);
    if (taken.length > 0 && characters > limits.characters) break;
    taken.push(step);
    if (taken.length === limits.steps) break;
  }
  return taken;
}
