import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Guard } from '../../../platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { Logger } from '../../../shared/logger.js';
import { Channel } from './channel.entity.js';
import type { ChannelKind } from './channel-kinds.js';
import type { ChannelSecrets } from './channel-settings.js';
import type { Channels } from './channels.js';

/** Reasons why a channel cannot send anything, no matter how its receiver would respond. */
export const channelProblems = ['SECRET_UNREADABLE', 'MAIL_OFF', 'ADDRESS_REFUSED', 'NO_RECIPIENT'] as const;

export type ChannelProblem = (typeof channelProblems)[number];

/**
 * Reasons why a rule notifies nobody: it has no channels, all of them are switched off, or none of the active ones can
 * send.
 */
export const tellsNobodyReasons = ['NO_CHANNELS', 'CHANNELS_OFF', 'CHANNELS_BROKEN'] as const;

export type TellsNobodyReason = (typeof tellsNobodyReasons)[number];

interface ChannelProblemsDeps {
  readonly em: UnitOfWork;
  readonly channels: Pick<Channels, 'decryptSecrets' | 'withIds'>;
  readonly guard: Pick<Guard, 'checkUrl'>;
  readonly mailIsOn: boolean;
  readonly hasBrowsers: () => Promise<boolean>;
}

/** Finds channels that cannot send, and rules that notify nobody as a result (promise 55). */
export class ChannelProblems {
  constructor(private readonly deps: ChannelProblemsDeps) {}

  /** Returns the problem of each channel that has one, by id. */
  async of(channels: readonly Channel[]): Promise<ReadonlyMap<number, ChannelProblem>> {
    const isPushed = channels.some(({ kind }) => kind === 'WEB_PUSH');
    const hasBrowsers = !isPushed || (await this.deps.hasBrowsers());
    return new Map(
      channels.flatMap((channel) => {
        const secrets = this.deps.channels.decryptSecrets(channel);
        const problem = findChannelProblem(channel.kind, { ...this.deps, hasBrowsers, secrets });
        return problem ? [[channel.id, problem] as const] : [];
      }),
    );
  }

  /** Returns why these channels would notify nobody; null if they would notify somebody. */
  async tellsNobody(ids: readonly number[]): Promise<TellsNobodyReason | null> {
    const channels = ids.length > 0 ? await this.deps.channels.withIds(ids) : [];
    return tellsNobodyReasonOf(channels, await this.of(channels));
  }

  /** Logs a warning about active channels that cannot send. */
  async log(logger: Logger): Promise<void> {
    const channels = await this.deps.em.fork().find(Channel, { isActive: true }, { orderBy: { name: 'asc' } });
    const problems = await this.of(channels);
    for (const { id, name } of channels) {
      const problem = problems.get(id);
      if (problem)
        logger.log('warn', 'A channel cannot send alerts', { channel: name, problem: problem.toLowerCase() });
    }
  }
}

/** Facts that decide whether a channel can send. */
interface ChannelFacts {
  readonly mailIsOn: boolean;
  readonly hasBrowsers: boolean;
  readonly guard: Pick<Guard, 'checkUrl'>;
  /** The channel's secrets; undefined if they cannot be read. */
  readonly secrets: ChannelSecrets | undefined;
}

/** Returns why a channel of this kind cannot send; undefined if nothing here prevents it. */
export function findChannelProblem(kind: ChannelKind, facts: ChannelFacts): ChannelProblem | undefined {
  const { mailIsOn, hasBrowsers, guard, secrets } = facts;
  if (kind === 'EMAIL') return mailIsOn ? undefined : 'MAIL_OFF';
  if (kind === 'WEB_PUSH') return hasBrowsers ? undefined : 'NO_RECIPIENT';
  if (!secrets) return 'SECRET_UNREADABLE';
  return secrets.url !== undefined && isRefused(guard, secrets.url) ? 'ADDRESS_REFUSED' : undefined;
}

function isRefused(guard: Pick<Guard, 'checkUrl'>, url: string): boolean {
  try {
    guard.checkUrl(new URL(url));
    return false;
  } catch (error) {
    if (error instanceof OutgoingFailure) return true;
    throw error;
  }
}

/** Like {@link ChannelProblems.tellsNobody}, for channels whose problems are already known. */
export function tellsNobodyReasonOf(
  channels: readonly Channel[],
  problems: ReadonlyMap<number, ChannelProblem>,
): TellsNobodyReason | null {
  if (channels.length === 0) return 'NO_CHANNELS';
  const active = channels.filter(({ isActive }) => isActive);
  if (active.length === 0) return 'CHANNELS_OFF';
  return active.every(({ id }) => problems.has(id)) ? 'CHANNELS_BROKEN' : null;
}
