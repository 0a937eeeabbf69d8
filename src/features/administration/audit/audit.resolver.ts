import { Arg, Args, Authorized, Extensions, ID, Query, Resolver } from 'type-graphql';
import type { AuditFilter, AuditRecords } from '../../../platform/audit/audit-records.js';
import type { AuditKeyset } from '../../../platform/audit/audit-walk.js';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import { encodeCursor, parseCursor } from '../../../platform/graphql/cursor.js';
import { ONE_PER_OPERATION, scope } from '../../../platform/graphql/field-marks.js';
import { ForwardArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { localId } from '../../../shared/global-id.js';
import { ID_MAX } from '../../../shared/id-max.js';
import { readTimestamp } from '../../../shared/time/timestamp.js';
import { AuditEventConnection, AuditEventType, AuditFilterInput, CsvPartType, shapeAuditEvent } from './audit.types.js';

/** Latest time that every supported database can store. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Parts of the key of an event, {@link AuditKeyset}. */
const AUDIT_KEY = ['time', 'number'] as const;

const filterArg = { nullable: true, description: 'Conditions are combined with AND.' };

interface AuditDeps {
  readonly auditRecords: AuditRecords;
}

/** Lets staff search the audit trail (contract 2, `/admin/`; promise 30). */
@Resolver()
export class AuditResolver {
  constructor(private readonly deps: AuditDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => AuditEventConnection, { description: 'Events of accounts and settings, newest first.' })
  async auditTrail(
    @Args(() => ForwardArgs) paging: ForwardArgs,
    @Arg('filter', () => AuditFilterInput, filterArg) filter: AuditFilterInput | null | undefined,
  ): Promise<Connection<AuditEventType>> {
    const request = readPageRequest(paging, AUDIT_KEY);
    return buildConnection(await this.deps.auditRecords.page(readFilter(filter), request), shapeAuditEvent);
  }

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => AuditEventType, { nullable: true, description: 'One event in full; null if it does not exist.' })
  async auditEvent(
    @Arg('id', () => ID, { description: 'Id of one of `auditTrail` or `securityEvents`.' }) id: string,
  ): Promise<AuditEventType | null> {
    const number = localId(id, 'AuditEvent', 'SecurityEvent');
    if (!/^\d{1,10}$/.test(number) || Number(number) > ID_MAX) return null;
    const record = await this.deps.auditRecords.find(Number(number));
    return record && shapeAuditEvent(record);
  }

  @Authorized(STAFF)
  @Extensions({ ...ONE_PER_OPERATION, ...scope('STAFF_READ') })
  @Query(() => CsvPartType, {
    description:
      'Audit trail as CSV, a thousand events at a time. Text that a spreadsheet would execute is prefixed with an apostrophe.',
  })
  async auditTrailCsv(
    @Arg('after', () => String, {
      nullable: true,
      description: 'Place to continue from, `endCursor` of the previous part; the first part if omitted.',
    })
    after: string | null | undefined,
    @Arg('filter', () => AuditFilterInput, filterArg) filter: AuditFilterInput | null | undefined,
  ): Promise<CsvPartType> {
    const { csv, rows, endKey, hasMore } = await this.deps.auditRecords.csvPart(
      readFilter(filter),
      after == null ? undefined : parseCursor(after, AUDIT_KEY),
    );
    return { csv, rows, endCursor: endKey && encodeCursor(endKey), hasNextPage: hasMore };
  }
}

/** Parses the filter. @throws {InvalidFields} naming `from` or `to` if it is not a timestamp. */
function readFilter(filter: AuditFilterInput | null | undefined): AuditFilter {
  const { from, to, ...rest } = filter ?? {};
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const timestamps = { from: parseTimestamp(from), to: parseTimestamp(to) };
  const wrong = Object.entries(timestamps).filter(([, timestamp]) => timestamp === null);
  if (wrong.length > 0) {
    throw new InvalidFields(Object.fromEntries(wrong.map(([name]) => [name, ['administration.notATimestamp']])));
  }
  return { ...Object.fromEntries(given), from: timestamps.from ?? undefined, to: timestamps.to ?? undefined };
}

/** Parses a timestamp; undefined if omitted, null if invalid. */
function parseTimestamp(text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return undefined;
  const ms = readTimestamp(text);
  return ms === undefined ? null : new Date(inRange(ms));
}

function inRange(ms: number): number {
  return Math.min(Math.max(0, ms), LATEST_MS);
}
