import { message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { normalizeTag, TAG_MAX } from '../../../shared/identity/machine-tags.js';
import { rowId } from '../../../shared/row-id.js';
import { readTimestamp } from '../../../shared/time/timestamp.js';
import { REASON_MAX, type Silence } from '../silence.entity.js';
import { faultsOfLine, lineOf } from '../typed-text.js';

/** The longest silence, in days. Anything that must be silent for longer should be switched off. */
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

/** A silence as written by staff. Omitted fields do not restrict it. */
export interface SilenceDraft {
  readonly rule: string | undefined;
  readonly host: string | undefined;
  /** Used instead of a host: all hosts that have this tag, now or later. */
  readonly tag: string | undefined;
  /** End of the silence, in ISO 8601. */
  readonly until: string;
  readonly reason: string;
}

interface Present {
  readonly now: Date;
  readonly hosts: ReadonlySet<number>;
  readonly hasRule: (id: number) => Promise<boolean>;
}

/** Parses a silence. @throws {InvalidFields} with the errors of each field. */
export async function readSilence(
  draft: SilenceDraft,
  { now, hosts, hasRule }: Present,
): Promise<Pick<Silence, 'ruleId' | 'hostNumber' | 'tag' | 'untilAt' | 'reason'>> {
  const reason = lineOf(draft.reason);
  const untilMs = readTimestamp(draft.until);
  const ruleId = draft.rule === undefined ? null : rowId(draft.rule);
  const hostNumber = draft.host === undefined ? null : rowId(draft.host);
  const tag = draft.tag === undefined ? null : normalizeTag(draft.tag);
  const faults: Record<string, FieldErrors[string]> = {
    rule: [],
    host: [],
    tag: tag === null ? [] : faultsOfLine(tag, TAG_MAX),
    until: faultsOfEnd(untilMs, now),
    reason: faultsOfLine(reason, REASON_MAX),
  };
  if (ruleId === null && hostNumber === null && tag === null) faults.rule = ['alerts.silenceOfNothing'];
  else if (ruleId !== null && !(ruleId !== undefined && (await hasRule(ruleId)))) faults.rule = ['alerts.noSuchRule'];
  if (hostNumber !== null && !(hostNumber !== undefined && hosts.has(hostNumber))) faults.host = ['alerts.noSuchHost'];
  if (hostNumber !== null && tag !== null) faults.tag = ['alerts.silenceOfHostAndTag'];
  const faulty = Object.entries(faults).filter(([, texts]) => texts.length > 0);
  if (faulty.length > 0 || ruleId === undefined || hostNumber === undefined || untilMs === undefined) {
    throw new InvalidFields(Object.fromEntries(faulty));
  }
  return { ruleId, hostNumber, tag, untilAt: new Date(untilMs), reason };
}

function faultsOfEnd(untilMs: number | undefined, now: Date): FieldErrors[string] {
  if (untilMs === undefined) return ['monitoring.history.notATimestamp'];
  if (untilMs <= now.getTime()) return ['alerts.silenceIsOver'];
  return untilMs > now.getTime() + DAYS_MAX * DAY_MS ? [message('alerts.silenceTooLong', { days: DAYS_MAX })] : [];
}
