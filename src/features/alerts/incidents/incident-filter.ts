import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { localId } from '../../../shared/global-id.js';
import { NO_ROW, rowId } from '../../../shared/row-id.js';
import { readTimestamp } from '../../../shared/time/timestamp.js';
import type { IncidentFilter } from './incidents.js';

interface FilterArguments {
  readonly state: 'OPEN' | 'ENDED' | null | undefined;
  readonly host: string | null | undefined;
  readonly rule: string | null | undefined;
  readonly from: string | null | undefined;
  readonly to: string | null | undefined;
}

/** Parses a filter. @throws {InvalidFields} naming `from` or `to` if it is not a valid time. */
export function readIncidentFilter({ state, host, rule, from, to }: FilterArguments): IncidentFilter {
  const faults: Record<string, FieldErrors[string]> = {};
  const timeOf = (name: string, text: string | null | undefined) => {
    if (text === null || text === undefined) return undefined;
    const ms = readTimestamp(text);
    if (ms === undefined) faults[name] = ['monitoring.history.notATimestamp'];
    return ms;
  };
  const idOf = (id: string | null | undefined) => (id === null || id === undefined ? undefined : (rowId(id) ?? NO_ROW));
  const [fromMs, toMs, hostNumber, ruleId] = [
    timeOf('from', from),
    timeOf('to', to),
    idOf(host),
    idOf(rule && localId(rule, 'AlertRule')),
  ];
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return {
    ...(state && { isOpen: state === 'OPEN' }),
    ...(hostNumber !== undefined && { hostNumber }),
    ...(ruleId !== undefined && { ruleId }),
    ...(fromMs !== undefined && { fromMs }),
    ...(toMs !== undefined && { toMs }),
  };
}
