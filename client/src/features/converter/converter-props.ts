import type { ConverterState } from './converter-state';
import type { ChangeConverter } from './use-converter';

/** The properties that the sections of the page share. */
export interface ConverterProps {
  readonly state: ConverterState;
  /** The typed number; undefined while it is invalid. */
  readonly number: bigint | undefined;
  readonly onChange: ChangeConverter;
}
