import type { ChangeEvent } from 'react';
import { findFaults, type Progress } from '../graphql/use-action';

interface Form<V> {
  readonly values: V;
  set(changes: Partial<V>): void;
  /** Outcome of the last submission; the server reports errors by field. */
  readonly progress: Progress;
}

/** Returns the properties that bind a required field to its form value, identified by the server's name for it. */
export function bindFields<V extends Readonly<Record<string, string>>>({ values, set, progress }: Form<V>) {
  return (name: keyof V & string) => ({
    name,
    required: true,
    value: values[name],
    faults: findFaults(progress, name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.value } as unknown as Partial<V>),
  });
}
