import type { ChangeEvent } from 'react';
import { faultsOf, type Progress } from '../graphql/use-action';

interface Form<V> {
  readonly values: V;
  set(changes: Partial<V>): void;
  /** How the form was last sent: the server names what is wrong by field. */
  readonly progress: Progress;
}

/** The properties that tie a required field to its value of a form, by the name that the server knows it by. */
export function bindFields<V extends Readonly<Record<string, string>>>({ values, set, progress }: Form<V>) {
  return (name: keyof V & string) => ({
    name,
    required: true,
    value: values[name],
    faults: faultsOf(progress, name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set({ [name]: target.value } as unknown as Partial<V>),
  });
}
