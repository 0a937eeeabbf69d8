import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import type { LiveState, LiveStates, SavedState } from './live-state.js';

/** Minimum interval between writes of a state in which only a time has changed. */
const COUNTED_SAVE_MS = 60_000;

interface Saving {
  readonly nowMs: number;
  /** Whether to write all changes because the process is ending. */
  readonly all: boolean;
}

/**
 * Writes the states that differ from their rows, so that another process can continue from there. Skips rows with a
 * different number of transitions, because another process has already continued from them.
 */
export async function saveStates(em: UnitOfWork, states: LiveStates, { nowMs, all }: Saving): Promise<void> {
  const due: LiveState[] = [];
  for (const ofHost of states.values()) {
    for (const live of ofHost.values()) if (isDue(live, { nowMs, all })) due.push(live);
  }
  for (const some of chunksOf(due)) {
    await upsert(em, some);
    for (const live of some) if (live.state) live.saved = { state: live.state.state, atMs: nowMs };
  }
}

function isDue({ state, saved }: LiveState, { nowMs, all }: Saving): boolean {
  if (!state) return false;
  if (!saved || saved.state !== state.state) return true;
  const isCounting = state.heldMs > 0 || state.releasedMs > 0;
  return isCounting && (all || Math.abs(nowMs - saved.atMs) >= COUNTED_SAVE_MS);
}

async function upsert(em: UnitOfWork, states: readonly LiveState[]): Promise<void> {
  const values = states.flatMap((live) => {
    if (!live.state) return [];
    const { hostNumber, rule, transitions, incidentId, state } = live;
    return [rule.id, hostNumber, state.state, new Date(state.sinceMs), serialiseState(live), incidentId, transitions];
  });
  const rows = Array(values.length / COLUMNS)
    .fill('(?, ?, ?, ?, ?, ?, ?)')
    .join(', ');
  await queryRows(
    em.fork(),
    `insert into alert_states (rule_id, host_number, state, since, memory, incident_id, transitions) values ${rows}
      on conflict (rule_id, host_number) do update set state = excluded.state, since = excluded.since,
      memory = excluded.memory, incident_id = excluded.incident_id where alert_states.transitions = excluded.transitions`,
    values,
  );
}

const COLUMNS = 7;

export function serialiseState({
  state,
  before,
  rule: { revision },
}: Pick<LiveState, 'state' | 'before' | 'rule'>): string {
  if (!state) throw new Error('There is nothing to remember yet');
  const saved: SavedState = { rule: state, before, revision };
  return JSON.stringify(saved);
}
