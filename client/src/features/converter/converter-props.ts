import type { ConverterState } from './converter-state';
import type { ChangeConverter } from './use-converter';

/** What the parts of the page share. */
export interface ConverterProps {
  readonly state: ConverterState;
  /** The number that is typed; undefined while it is none. */
  readonly number: bigint | undefined;
  readonly onChange: ChangeConverter;
}
