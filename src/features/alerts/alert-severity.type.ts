import { registerEnumType } from 'type-graphql';
import type { AlertSeverity } from './alert-item.js';

/** How bad it is when a rule fires, by the names in GraphQL. */
export const AlertSeverityType = { WARNING: 'WARNING', BAD: 'BAD' } as const satisfies {
  readonly [Name in AlertSeverity]: Name;
};

registerEnumType(AlertSeverityType, { name: 'AlertSeverity', description: 'How bad it is when a rule fires.' });
