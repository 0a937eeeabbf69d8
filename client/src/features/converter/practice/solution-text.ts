import type { Exercise } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { pageLocale } from '../../../lib/i18n/language';

/** Formats the solution with the language's decimal separator. */
export function solutionText({ task, solution }: Pick<Exercise, 'task' | 'solution'>): string {
  const isNumber = task.kind === 'FRACTION' || (task.kind === 'FLOATING_POINT' && task.direction === 'DECODE');
  if (!isNumber) return solution;
  const point = (1.5).toLocaleString(pageLocale()).charAt(1);
  return solution.replace('.', point).replace('-', '−');
}
