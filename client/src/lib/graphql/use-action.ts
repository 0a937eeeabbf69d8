import type { DocumentInput } from '@urql/core';
import { useRef, useState } from 'react';
import { type AnyVariables, type OperationContext, useMutation } from 'urql';
import { failureOfChange, type OperationFailure } from './describe-failure';

export type Progress = { state: 'resting' | 'busy' | 'done' } | { state: 'failed'; failure: OperationFailure };

interface Action<D, V extends AnyVariables> {
  progress: Progress;
  /**
   * Runs the mutation unless it is already under way.
   *
   * @returns the data of the response; undefined on failure.
   */
  run(variables: V): Promise<D | undefined>;
  /** Clears the outcome. */
  rest(): void;
}

/** A mutation with its progress for the page: never started twice, and then either done or failed with a message. */
export function useAction<D, V extends AnyVariables>(
  mutation: DocumentInput<D, V>,
  context?: Partial<OperationContext>,
): Action<D, V> {
  const [, mutate] = useMutation(mutation);
  const [progress, setProgress] = useState<Progress>({ state: 'resting' });
  const busy = useRef(false);
  return {
    progress,
    async run(variables) {
      if (busy.current) return undefined;
      busy.current = true;
      setProgress({ state: 'busy' });
      const { data, error } = await mutate(variables, context);
      busy.current = false;
      setProgress(error ? { state: 'failed', failure: failureOfChange(error) } : { state: 'done' });
      return error ? undefined : data;
    },
    rest: () => setProgress({ state: 'resting' }),
  };
}

/** Returns the errors of a field after a failed attempt. */
export function findFaults(progress: Progress, field: string): readonly string[] {
  return progress.state === 'failed' ? (progress.failure.fields[field] ?? []) : [];
}

/** Returns the message of a failed attempt, unless a field is at fault. */
export function overallFailure(progress: Progress): string | undefined {
  const atFault = progress.state === 'failed' && Object.keys(progress.failure.fields).length > 0;
  return progress.state === 'failed' && !atFault ? progress.failure.text : undefined;
}
