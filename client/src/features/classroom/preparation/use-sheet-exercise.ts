import { useQuery } from 'urql';
import type { ChosenExercise } from '../../../components/exercises/prepared-exercises';
import { describeFailure, type OperationFailure } from '../../../lib/graphql/describe-failure';
import { type SheetExercise, SheetQuery } from '../classroom.operations';

interface LookedUp {
  /** Undefined until its sheet has arrived. */
  readonly exercise: SheetExercise | undefined;
  readonly failure: OperationFailure | undefined;
  retry(): void;
}

/** Returns the question and the solution of an exercise before it is sent. Exercises of one sheet take one query. */
export function useSheetExercise({ kind, level, seed, version, notation, position }: ChosenExercise): LookedUp {
  const [{ data, error, operation }, ask] = useQuery({
    query: SheetQuery,
    variables: { kind, level, seed, version, notation },
  });
  // While another sheet is being fetched, the data are still those of the one before.
  const asked = operation?.variables;
  const isAsked = asked?.kind === kind && asked.level === level && asked.seed === seed && asked.notation === notation;
  return {
    exercise: isAsked ? data?.exercise.exercises.find((one) => one.position === position) : undefined,
    failure: error && describeFailure(error),
    retry: () => ask({ requestPolicy: 'network-only' }),
  };
}
