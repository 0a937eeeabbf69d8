import type { ConverterState } from './converter-state';

/** Changes some of the state. */
export type ChangeConverter = (changes: Partial<ConverterState>) => void;

/** The properties that the tabs of the page share. */
export interface ConverterProps {
  readonly state: ConverterState;
  /** The typed number; undefined while it is invalid. */
  readonly number: bigint | undefined;
  readonly onChange: ChangeConverter;
  /** Replaces the number, as typed in a base; width and sign of its bits follow where nobody chose them. */
  onNumber(value: string, base: number): void;
}
