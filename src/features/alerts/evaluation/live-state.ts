import type { UnitOfWork } from '../../../platform/db/database.js';
import { AlertState } from '../alert-state.entity.js';
import { type ComparedFigure, Incident } from '../incidents/incident.entity.js';
import type { RuleState } from '../rules/rule-state.js';
import type { EvaluatedRule } from './evaluated-rule.js';

/** A figure for each atom of an expression; null where there is none. */
export type Values = readonly (number | null)[];

/** How a rule stands on a host, in the memory of the process that evaluates it. */
export interface LiveState {
  readonly rule: EvaluatedRule;
  readonly hostNumber: number;
  /** Undefined before the first evaluation. */
  state: RuleState | undefined;
  /** As the row has it: see {@link AlertState}. */
  transitions: number;
  incidentId: number | null;
  /** What the atoms were when the expression was last false. */
  before: Values | null;
  /** What the comparisons are. */
  present: Values;
  /** What the comparisons of the open incident were; empty while there is none. */
  compared: readonly ComparedFigure[];
  /** What the row says, and when it was written; undefined when there is none. */
  saved: { readonly state: RuleState['state']; readonly atMs: number } | undefined;
}

/** What a row remembers beside the name of the state. */
export interface SavedState {
  readonly rule: RuleState;
  readonly before: Values | null;
  /** The revision of the rule: what was found by an earlier one is void. */
  readonly revision: number;
}

/** Live states by host and rule. */
export type LiveStates = Map<number, Map<number, LiveState>>;

/** A rule that was not evaluated on a host so far. */
export function newState(rule: EvaluatedRule, hostNumber: number): LiveState {
  const nothing = {
    state: undefined,
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
 * Reads how rules stand. What is in memory stays where no other process has gone on from the row since: it knows more than
 * the row.
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
      // Without a row it has had no transition; with one it is looked at below.
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
  return { rule, hostNumber, state, transitions, incidentId, before, present: [], compared, saved };
}

/** Whether the incident of a state has been ended by somebody else: the rule was taken from the host, or the host forgotten. */
function isVoid({ incidentId }: { readonly incidentId: number | null }, open: ReadonlyMap<number, unknown>): boolean {
  return incidentId !== null && !open.has(incidentId);
}

async function comparedOfOpen(unit: UnitOfWork): Promise<ReadonlyMap<number, readonly ComparedFigure[]>> {
  const options = { fields: ['id', 'comparisons'], disableIdentityMap: true } as const;
  const open = await unit.find(Incident, { endedAt: null }, options);
  return new Map(open.map(({ id, comparisons }) => [id, JSON.parse(comparisons) as ComparedFigure[]]));
}
