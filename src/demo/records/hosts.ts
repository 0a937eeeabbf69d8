import { Resolution } from '../../features/monitoring/history/resolution.js';
import { hashOfHostToken, newHostToken } from '../../features/monitoring/host-token.js';
import { Host } from '../../features/monitoring/hosts/storage/host.entity.js';
import { insertProcessMinutes } from '../../features/monitoring/processes/process-minutes.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import { FILLED_DAYS, fillHistory } from '../fill-history.js';
import { DAY_MS, MINUTE_MS } from '../machines/curves.js';
import { factsOf } from '../machines/facts.js';
import { processUses } from '../machines/processes.js';
import type { InventedReadings } from '../machines/readings.js';

/** How many minutes of the past have stored processes. */
const PROCESS_MINUTES = 180;

/** Writes a machine and its history. @returns the token of its agent. */
export async function writeHost(
  unit: UnitOfWork,
  readings: InventedReadings,
  { nowMs, intervalMs }: { readonly nowMs: number; readonly intervalMs: number },
): Promise<string> {
  const { number, id, tags, facts } = readings.machine;
  const hasAgent = number !== 1;
  const token = newHostToken();
  const host = unit.create(Host, {
    number,
    id,
    name: facts.name,
    tags: JSON.stringify(tags),
    facts: JSON.stringify(factsOf(readings)),
    hasAgent,
    tokenHash: hasAgent ? hashOfHostToken(token) : null,
    samplesDays: FILLED_DAYS[Resolution.SAMPLES],
    minutesDays: FILLED_DAYS[Resolution.MINUTES],
    hoursDays: FILLED_DAYS[Resolution.HOURS],
    intervalMs,
    firstSeenAt: new Date(nowMs - FILLED_DAYS[Resolution.HOURS] * DAY_MS),
    lastSeenAt: new Date(nowMs),
    rolledUpUntil: await fillHistory(unit, readings, nowMs),
  });
  await unit.persist(host).flush();
  const minutes = Array.from({ length: PROCESS_MINUTES }, (_, index) => {
    const startMs = Math.floor(nowMs / MINUTE_MS - PROCESS_MINUTES + index) * MINUTE_MS;
    return { number, startMs, processes: processUses(readings, startMs) };
  });
  await insertProcessMinutes(unit, minutes);
  return token;
}
