import { registerEnumType } from 'type-graphql';
import type { AlertSeverity } from './alert-item.js';

/** Severities of an alert, by their names in GraphQL. */
export const AlertSeverityType = { WARNING: 'WARNING', BAD: 'BAD' } as const satisfies {
  readonly [Name in AlertSeverity]: Name;
};

registerEnumType(AlertSeverityType, {
  name: 'AlertSeverity',
  description: 'Severity of a firing rule.',
  valuesConfig: {
    WARNING: { description: 'Can wait: quiet hours hold it back.' },
    BAD: { description: 'Urgent: sent during quiet hours too, unless they hold back everything.' },
  },
});
