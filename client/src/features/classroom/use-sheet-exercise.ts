import { useQuery } from 'urql';
import { describeFailure, type OperationFailure } from '../../lib/graphql/describe-failure';
import { type SheetExercise, SheetQuery } from './classroom.operations';
import type { ChosenExercise } from './next-exercise';

interface LookedUp {
  /** Undefined until its sheet has arrived. */
  readonly exercise: SheetExercise | undefined;
  readonly failure: OperationFailure | undefined;
  retry(): void;
}

/** Returns the question and the solution of an exercise before it is sent. Exercises of one sheet take one query. */
export function useSheetExercise({ kind, level, seed, position }: ChosenExercise): LookedUp {
  const [{ data, error }, ask] = useQuery({ query: SheetQuery, variables: { kind, level, seed } });
  // While another sheet is being fetched, the data are still those of the one before.
  const sheet = data?.exercise;
  const isAsked = sheet?.kind === kind && sheet.level === level && sheet.seed === seed;
  return {
    exercise: isAsked ? sheet.exercises.find((one) => one.position === position) : undefined,
    failure: error && describeFailure(error),
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
