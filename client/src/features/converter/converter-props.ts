import type { ConverterState } from './converter-state';

export type ChangeConverter = (changes: Partial<ConverterState>) => void;

export interface ConverterProps {
  readonly state: ConverterState;
  /** The typed number; undefined if invalid. */
  readonly number: bigint | undefined;
  readonly onChange: ChangeConverter;
  /** Replaces the number, given as typed in a base; width and sign follow it unless the user chose them. */
  onNumber(value: string, base: number): void;
}
