import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import type { Mailer } from '../../../platform/mail/mailer.js';
import type { Outbox } from '../../../platform/outbox/outbox.js';
import { AddressGuard, type Guard, type ResolveName } from '../../../platform/outgoing/address-guard.js';
import { SingleLookups } from '../../../platform/outgoing/single-lookups.js';
import type { Settings } from '../../../settings/settings.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Clock } from '../../../shared/time/clock.js';
import { ChannelProblems } from './channel-problems.js';
import { channelSecretBox } from './channel-settings.js';
import { ChannelShapes } from './channel-shapes.js';
import { Channels } from './channels.js';
import { ChannelMessages, type VisibleNumbers } from './delivery/channel-messages.js';
import { ChannelOutbox } from './delivery/channel-outbox.js';
import { ChannelSender, type RecipientUnits } from './delivery/channel-sender.js';
import { ChannelStatuses } from './delivery/channel-status.js';
import { ChannelTests } from './delivery/channel-test.js';
import { PushSender } from './delivery/push-sender.js';
import { ItemCollector } from './messages/item-collector.js';
import { derivePushKeys } from './push/push-keys.js';
import { type AccessOfUsers, type ConfirmOwner, PushSubscriptions, type SomeUsers } from './push/push-subscriptions.js';

interface CreateChannelsDeps {
  readonly confirmOwner: ConfirmOwner;
  readonly settings: Pick<Settings, 'publicUrl' | 'port' | 'webhookAllowedNetworks' | 'email'>;
  readonly secretKey: string;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly outbox: Outbox;
  /** Undefined if mail is off. */
  readonly mailer: Mailer | undefined;
  readonly ownAddresses: () => readonly string[];
  /** Resolves host names; by default with the system's resolver. */
  readonly resolveName?: ResolveName | undefined;
  /** Decides on all addresses in place of the settings, as in a demonstration. */
  readonly outgoingGuard?: Guard | undefined;
  /** Returns the subset of accounts that may still log in. */
  readonly activeUsers: SomeUsers;
  /** Returns the subset of accounts that are staff and may still log in. */
  readonly activeStaff: SomeUsers;
  readonly accessOfUsers: AccessOfUsers;
  /** Returns the numbers of the hosts that a recipient sees; undefined for one who sees all. */
  readonly visibleHosts: VisibleNumbers;
  readonly recipientUnits: RecipientUnits;
  readonly report: ReportFailure;
}

/** Creates the services for channels, for both the server and the command line. */
export function createChannels(deps: CreateChannelsDeps) {
  const { settings, em, clock, audit, outbox, mailer, activeUsers, activeStaff, confirmOwner, report } = deps;
  const { publicUrl, port: ownPort, webhookAllowedNetworks: allowedNetworks } = settings;
  const { ownAddresses, resolveName, recipientUnits, outgoingGuard, accessOfUsers, visibleHosts } = deps;
  const guarded = { allowedNetworks, publicUrl, ownPort, ownAddresses };
  const guard = outgoingGuard ?? new AddressGuard({ ...guarded, resolve: resolveName });
  const lookups = new SingleLookups(resolveName);
  const guardOfOthers = outgoingGuard ?? new AddressGuard({ ...guarded, resolve: lookups.resolve });
  const channels = new Channels({
    em,
    clock,
    audit,
    outbox,
    guard,
    secretBox: channelSecretBox(deps.secretKey),
  });
  const pushKeys = derivePushKeys(deps.secretKey);
  const pushSubscriptions = new PushSubscriptions({
    ...{ em, clock, guard, activeUsers, activeStaff, accessOfUsers, confirmOwner },
  });
  const isActiveUser = async (userId: number) => (await activeUsers(em.fork(), [userId])).has(userId);
  const push = new PushSender({
    ...{ em, clock, guard, guardOfOthers, lookups, publicUrl, keys: pushKeys, isActiveUser },
    unitsOfUser: (userId) => recipientUnits.ofUser(userId),
  });
  const sender = new ChannelSender({ channels, guard, mailer, push, recipientUnits, clock, publicUrl });
  const channelStatuses = new ChannelStatuses({ em });
  const itemCollector = new ItemCollector({
    em,
    clock,
    outbox,
    lockWithin,
    pushRecipients: (unit) => pushSubscriptions.recipients(unit),
    mailDomain: settings.email?.from.address.replace(/^.*@/, ''),
  });
  const channelProblems = new ChannelProblems({
    em,
    channels,
    guard,
    mailIsOn: settings.email !== undefined,
    hasBrowsers: async () => (await pushSubscriptions.recipients(em.fork())).length > 0,
  });
  return {
    channels,
    channelStatuses,
    channelProblems,
    channelShapes: new ChannelShapes({ channels, channelStatuses, channelProblems }),
    channelOutbox: new ChannelOutbox({ clock }),
    channelMessages: new ChannelMessages({ em, sender, pushSubscriptions, visibleHosts }),
    channelTests: new ChannelTests({ em, clock, audit, sender, pushSubscriptions, publicUrl, report }),
    itemCollector,
    pushKeys,
    pushSubscriptions,
  };
}
