import type { DatabaseLocation } from '../../settings/settings.js';

/** A connection that cannot write, for looking at a database of any version, or one that the service has open. */
export interface ReadOnlyDatabase {
  readonly kind: DatabaseLocation['kind'];
  query<Row>(sql: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}
