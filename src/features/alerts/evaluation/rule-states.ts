import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { AlertRule } from '../alert-rule.entity.js';
import { AlertState } from '../alert-state.entity.js';
import { hostNames, type KnownHosts } from '../known-hosts.js';
import { Silence } from '../silence.entity.js';
import { inForce, silencedUntil } from '../silenced-until.js';
import { HostTargets } from './host-targets.js';

export interface ShownState {
  readonly hostNumber: number;
  readonly hostName: string;
  readonly state: AlertState['state'];
  readonly since: Date;
  /** End of the current silence; null if messages are being sent. */
  readonly silencedUntil: Date | null;
}

/** Maximum number of hosts whose state is shown for a rule. */
const STATES_MAX = 100;

const ORDER: readonly AlertState['state'][] = ['FIRING', 'PENDING', 'UNKNOWN', 'OK'];

interface RuleStatesDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly hosts: KnownHosts;
}

/** Reads the states of rules on hosts from the database. */
export class RuleStates {
  constructor(private readonly deps: RuleStatesDeps) {}

  /** Returns the states by rule id, with firing ones first and at most {@link STATES_MAX} per rule. */
  async of(rules: readonly AlertRule[]): Promise<ReadonlyMap<number, readonly ShownState[]>> {
    const em = this.deps.em.fork();
    const names = hostNames(await this.deps.hosts.list());
    const rows = await em.find(AlertState, { ruleId: { $in: rules.map(({ id }) => id) } });
    const silences = await em.find(Silence, inForce(this.deps.clock.now()));
    const targets = await HostTargets.read(em);
    const shownOf = ({ ruleId, hostNumber, state, since }: AlertState): ShownState => ({
      hostNumber,
      hostName: names.get(hostNumber) ?? '',
      state,
      since,
      silencedUntil: silencedUntil(silences, { ruleId, hostNumber, tags: targets.tagsOf(hostNumber) }),
    });
    const byRule = Map.groupBy(
      rows.filter(({ hostNumber }) => names.has(hostNumber)),
      ({ ruleId }) => ruleId,
    );
    return new Map([...byRule].map(([id, ofRule]) => [id, ofRule.map(shownOf).sort(byUrgency).slice(0, STATES_MAX)]));
  }
}

function byUrgency(a: ShownState, b: ShownState): number {
  return ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.hostNumber - b.hostNumber;
}
