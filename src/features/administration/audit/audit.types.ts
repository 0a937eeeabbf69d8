import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AuditRecord, AuditResult } from '../../../platform/audit/audit-record.js';
import type { AuditAction } from '../../../platform/audit/audit-trail.js';
import type { LoginMethod } from '../../../platform/audit/origin.js';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import { AuditEventKind } from './audit-event-kind.type.js';

export const AuditResultKind = { SUCCESS: 'success', FAILURE: 'failure', LOCKED_OUT: 'locked_out' } as const satisfies {
  readonly [Result in AuditResult as Uppercase<Result>]: Result;
};
registerEnumType(AuditResultKind, {
  name: 'AuditResult',
  description: 'Outcome. LOCKED_OUT is the failure that caused the lock; attempts during the lock are only logged.',
  valuesConfig: {
    SUCCESS: { description: 'Done as asked.' },
    FAILURE: { description: 'Refused, for example for a wrong password.' },
    LOCKED_OUT: { description: 'Refused, and the name is now locked for its address for ten minutes.' },
  },
});

export const LoginMethodType = {
  FORM: 'form',
  ADMIN: 'admin',
  TOKEN: 'token',
  GRAPHQL: 'graphql',
  CLI: 'cli',
  OIDC: 'oidc',
} as const satisfies { readonly [Way in LoginMethod as Uppercase<Way>]: Way };
registerEnumType(LoginMethodType, {
  name: 'AuditDoor',
  description: 'Way in: a form, the API, the command line, a provider.',
  valuesConfig: {
    FORM: { description: 'Form of a page, such as login and registration.' },
    ADMIN: { description: 'Login form of the administration.' },
    TOKEN: { description: 'REST, such as issuing and refreshing tokens.' },
    GRAPHQL: { description: "GraphQL, which most of Vigia's own pages use too." },
    CLI: { description: 'Command line, on the machine of the service.' },
    OIDC: { description: 'OpenID Connect provider of the service.' },
  },
});

@ObjectType('AuditEvent', { implements: NodeType, description: 'A line of the audit trail.' })
export class AuditEventType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `auditEvent`, which gives it in full.' })
  id!: string;

  @Field(() => DateTime, { description: 'Time of the event: ISO 8601, UTC.' })
  at!: string;

  @Field(() => AuditEventKind, { description: 'Action that was done or attempted.' })
  event!: AuditAction;

  @Field(() => AuditResultKind, { description: 'Whether it succeeded.' })
  result!: AuditResult;

  @Field(() => LoginMethodType, { description: 'Way by which the action reached the service.' })
  door!: LoginMethod;

  @Field(() => String, { description: 'Address of the caller; empty from the command line.' })
  address!: string;

  @Field(() => String, { description: 'Name as typed; it need not belong to an account. Empty for settings.' })
  username!: string;

  @Field(() => String, { description: 'Staff member who changed somebody or something else, or empty.' })
  actor!: string;

  @Field(() => String, {
    nullable: true,
    description: 'State before the change, as JSON; in lists, cut after 500 characters with `…` at the end.',
  })
  before!: string | null;

  @Field(() => String, { nullable: true, description: 'State after the change, in the same form.' })
  after!: string | null;
}

export const AuditEventConnection = connectionType(AuditEventType, 'AuditEvent');

@InputType('AuditFilter', { description: 'Search conditions; omitted ones match everything.' })
export class AuditFilterInput {
  @Field(() => String, { nullable: true, description: 'Any spelling that logs in to the account.' })
  username?: string | null;

  @Field(() => AuditEventKind, { nullable: true, description: 'Kind: only events of this kind.' })
  event?: AuditAction | null;

  @Field(() => AuditResultKind, { nullable: true, description: 'Outcome: only events with this outcome.' })
  result?: AuditResult | null;

  @Field(() => LoginMethodType, { nullable: true, description: 'Way in: only events that came this way.' })
  door?: LoginMethod | null;

  @Field(() => String, { nullable: true, description: 'The complete address; empty for the command line.' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'Username of the staff member, in any spelling.' })
  actor?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Start, inclusive: ISO 8601 with a time zone.' })
  from?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'End, exclusive: ISO 8601 with a time zone.' })
  to?: string | null;
}

@ObjectType('CsvPart', {
  description: 'A part of a table as CSV (RFC 4180, UTF-8). Concatenated, the parts form a file.',
})
export class CsvPartType {
  @Field(() => String, { description: 'Complete lines; the header only in the first part.' })
  csv!: string;

  @Field(() => Int, { description: 'Number of events in it, not counting the header line.' })
  rows!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Place of the last line, for `after` of the next part; null if this part is empty.',
  })
  endCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether more events follow.' })
  hasNextPage!: boolean;
}

export function shapeAuditEvent(record: AuditRecord): AuditEventType {
  const { event, result, door, address, username, actor, before, after } = record;
  const [id, at] = [globalId('AuditEvent', record.id), record.at.toISOString()];
  return { id, at, event, result, door, address, username, actor, before, after };
}
