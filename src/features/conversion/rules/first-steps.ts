/** Limits of a stage of steps. The first step is returned even if it exceeds them. */
export interface StepLimits {
  readonly steps: number;
  /** Maximum number of characters in the steps' numbers. */
  readonly characters: number;
}

/** Returns the first steps of a stage within the limits, without computing the others. */
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
