import type { UnitOfWork } from '../../../platform/db/database.js';
import { AlertState } from '../alert-state.entity.js';
import { type ComparedFigure, Incident } from '../incidents/incident.entity.js';
import type { RuleState } from '../rules/rule-state.js';
import type { EvaluatedRule } from './evaluated-rule.js';

/** The values of an expression's atoms; null if missing. */
export type Values = readonly (number | null)[];

/** The state of a rule on a host, in the memory of the evaluating process. */
export interface LiveState {
  readonly rule: EvaluatedRule;
  readonly hostNumber: number;
  /** Undefined before the first evaluation. */
  state: RuleState | undefined;
  /**
   * When a figure was last measured although no comparison had a value, since their windows were not covered yet: after a
   * restart, or a pause of the host.
   */
  measuredMs: number | undefined;
  /** As in the row: see {@link AlertState}. */
  transitions: number;
  incidentId: number | null;
  /** The values of the atoms when the expression was last false. */
  before: Values | null;
  /** Current values of the comparisons. */
  present: Values;
  /** The comparisons of the open incident; empty if there is none. */
  compared: readonly ComparedFigure[];
  /** The state in the row, and when it was written; undefined if there is no row. */
  saved: { readonly state: RuleState['state']; readonly atMs: number } | undefined;
}

/** The data in a row in addition to the name of the state. */
export interface SavedState {
  readonly rule: RuleState;
  readonly before: Values | null;
  /** The rule's revision. Results from an earlier one are void. */
  readonly revision: number;
}

/** Live states by host number and rule id. */
export type LiveStates = Map<number, Map<number, LiveState>>;

/** Creates the state of a rule that has not been evaluated on a host yet. */
export function newState(rule: EvaluatedRule, hostNumber: number): LiveState {
  const nothing = {
    state: undefined,
    measuredMs: undefined,
    transitions: 0,
    incidentId: null,
    before: null,
    present: [],
    compared: [],
    saved: undefined,
  };
  return { rule, hostNumber, ...nothing };
}

/**
 * Reads the states from their rows. A state in memory is newer than its row, so it is kept unless another process has
 * continued from the row since.
 */
export async function readStates(
  unit: UnitOfWork,
  rules: readonly EvaluatedRule[],
  known: LiveStates,
): Promise<LiveStates> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const rows = await unit.find(AlertState, {}, { disableIdentityMap: true });
  const incidents = await comparedOfOpen(unit);
  const states: LiveStates = new Map();
  const put = (live: LiveState) => {
    const ofHost = states.get(live.hostNumber) ?? new Map<number, LiveState>();
    states.set(live.hostNumber, ofHost.set(live.rule.id, live));
  };
  for (const ofHost of known.values()) {
    for (const live of ofHost.values()) {
      const rule = byId.get(live.rule.id);
      // Without a row, there has been no transition. States with a row are handled below.
      if (rule?.revision === live.rule.revision && live.transitions === 0) put({ ...live, rule });
    }
  }
  for (const row of rows) {
    const rule = byId.get(row.ruleId);
    if (!rule) continue;
    const live = known.get(row.hostNumber)?.get(row.ruleId);
    const isCurrent = live?.rule.revision === rule.revision && live.transitions === row.transitions;
    if (isCurrent && !isVoid(live, incidents)) put({ ...live, rule });
    else put(liveOf(row, rule, incidents));
  }
  return states;
}

function liveOf(
  row: AlertState,
  rule: EvaluatedRule,
  incidents: ReadonlyMap<number, readonly ComparedFigure[]>,
): LiveState {
  const { hostNumber, transitions, incidentId } = row;
  const memory = JSON.parse(row.memory) as SavedState;
  if (memory.revision !== rule.revision || isVoid(row, incidents))
    return { ...newState(rule, hostNumber), transitions };
  const { rule: state, before } = memory;
  const compared = incidentId === null ? [] : (incidents.get(incidentId) ?? []);
  const saved = { state: state.state, atMs: state.lastAtMs };
  const read = { state, transitions, incidentId, before, compared, saved };
  return { ...newState(rule, hostNumber), ...read };
}

/**
 * Whether a state's incident was ended elsewhere because the rule was removed from the host or the host was deleted.
 */
function isVoid({ incidentId }: { readonly incidentId: number | null }, open: ReadonlyMap<number, unknown>): boolean {
  return incidentId !== null && !open.has(incidentId);
}

async function comparedOfOpen(unit: UnitOfWork): Promise<ReadonlyMap<number, readonly ComparedFigure[]>> {
  const options = { fields: ['id', 'comparisons'], disableIdentityMap: true } as const;
  const open = await unit.find(Incident, { endedAt: null }, options);
  return new Map(open.map(({ id, comparisons }) => [id, JSON.parse(comparisons) as ComparedFigure[]]));
}
