import type { DocumentInput } from '@urql/core';
import { useRef, useState } from 'react';
import { type AnyVariables, type OperationContext, useMutation } from 'urql';
import { failureOf, type OperationFailure } from './failure-of';

/** How something that the person asked for stands. */
export type Progress = { state: 'resting' | 'busy' | 'done' } | { state: 'failed'; failure: OperationFailure };

interface Act<D, V extends AnyVariables> {
  progress: Progress;
  /** Does it, unless it is being done already. @returns what the server answered; undefined when it failed. */
  run(variables: V): Promise<D | undefined>;
  /** Forgets how it went. */
  rest(): void;
}

/** A mutation as a person sees it: begun once, then done or failed with words to show. */
export function useAction<D, V extends AnyVariables>(
  mutation: DocumentInput<D, V>,
  context?: Partial<OperationContext>,
): Act<D, V> {
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
      setProgress(error ? { state: 'failed', failure: failureOf(error) } : { state: 'done' });
      return error ? undefined : data;
    },
    rest: () => setProgress({ state: 'resting' }),
  };
}

/** The faults of a field after a try that failed. */
export function faultsOf(progress: Progress, field: string): readonly string[] {
  return progress.state === 'failed' ? (progress.failure.fields[field] ?? []) : [];
}

/** The failure of a try as a whole, where no field is at fault. */
export function overallFailure(progress: Progress): string | undefined {
  const atFault = progress.state === 'failed' && Object.keys(progress.failure.fields).length > 0;
  return progress.state === 'failed' && !atFault ? progress.failure.text : undefined;
}
