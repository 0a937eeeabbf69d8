import type { UnitOfWork } from '../../../platform/db/database.js';
import { AlertRule, parseIds } from '../alert-rule.entity.js';
import { Channel } from '../channels/channel.entity.js';
import { type ChannelProblems, tellsNobodyReasonOf } from '../channels/channel-problems.js';

interface UnheardAlertsDeps {
  readonly em: UnitOfWork;
  readonly channelProblems: Pick<ChannelProblems, 'of'>;
}

/** Counts the rules that notify nobody, and finds the channels that cannot send (promise 55). */
export class UnheardAlerts {
  constructor(private readonly deps: UnheardAlertsDeps) {}

  async read() {
    const em = this.deps.em.fork();
    const channels = await em.find(Channel, {}, { orderBy: { name: 'asc' }, disableIdentityMap: true });
    const problems = await this.deps.channelProblems.of(channels);
    const rules = await em.find(AlertRule, {}, { fields: ['channels'], disableIdentityMap: true });
    const reasons = rules.map((rule) => {
      const ids = parseIds(rule.channels);
      const ofRule = channels.filter(({ id }) => ids.includes(id));
      return tellsNobodyReasonOf(ofRule, problems);
    });
    return {
      rules: reasons.filter((reason) => reason !== null).length,
      rulesWithoutChannels: reasons.filter((reason) => reason === 'NO_CHANNELS').length,
      channels: channels.filter(({ id, isActive }) => isActive && problems.has(id)),
    };
  }
}
