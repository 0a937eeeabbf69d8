import { confirmAuthority } from '../features/accounts/authority/authority.js';
import { createAccounts } from '../features/accounts/create-accounts.js';
import type { PasswordHasher } from '../features/accounts/credentials/password-hasher.js';
import type { DisposableDomains } from '../features/accounts/email-domains/disposable-domains.js';
import { createOidc } from '../features/accounts/oidc/create-oidc.js';
import { createPasskeys } from '../features/accounts/passkeys/create-passkeys.js';
import { TokenUses } from '../features/accounts/personal-tokens/token-uses.js';
import { SecondStep } from '../features/accounts/second-factor/second-step.js';
import { totpSecretBox } from '../features/accounts/second-factor/totp-secret-box.js';
import { TokenRefresh } from '../features/accounts/tokens/token-refresh.js';
import { Tokens } from '../features/accounts/tokens/tokens.js';
import { accessOfUsers, activeStaff, activeUsers } from '../features/accounts/users/active-users.js';
import { findRecipientUnits } from '../features/accounts/users/recipient-units.js';
import { ViewerResolver } from '../features/accounts/viewer-resolver.js';
import { SECURITY_EVENTS_TOPIC } from '../features/administration/audit/security-events.resolver.js';
import { MailTests } from '../features/administration/outbox/mail-tests.js';
import { OutboxAdmin } from '../features/administration/outbox/outbox-admin.js';
import { channelNames } from '../features/alerts/channels/channel-names.js';
import { createChannels } from '../features/alerts/channels/create-channels.js';
import { createAlerts } from '../features/alerts/create-alerts.js';
import { endIncidentsOfHost } from '../features/alerts/incidents/end-incidents.js';
import { INCIDENTS_TOPIC } from '../features/alerts/incidents/incident-feed.js';
import { alertRecords } from '../features/alerts/personal-records.js';
import { createClassroom } from '../features/classroom/create-classroom.js';
import { classroomRecords } from '../features/classroom/personal-records.js';
import { createMonitoring, type OwnMachine } from '../features/monitoring/create-monitoring.js';
import type { FamilySource } from '../features/monitoring/exposition/metric-family.js';
import { ownAddresses } from '../features/monitoring/host/facts/own-addresses.js';
import type { HostMetrics } from '../features/monitoring/host/host-metrics.js';
import type { ProcessTimes } from '../features/monitoring/host/processes/process-times.js';
import { CollectorEditing } from '../features/monitoring/hosts/editing/collector-editing.js';
import { HostEditing } from '../features/monitoring/hosts/editing/host-editing.js';
import { EDITED_HOST } from '../features/monitoring/hosts/host-feed.js';
import { SAMPLE_TOPIC } from '../features/monitoring/sampler.js';
import { createTerms } from '../features/terms/create-terms.js';
import { termsRecords } from '../features/terms/personal-records.js';
import type { TermsThread } from '../features/terms/rendering/terms-thread.js';
import { SHOWN_TERMS_TOPIC } from '../features/terms/shown-terms.js';
import type { RecordTerms } from '../features/terms/versions/terms-versions.js';
import { AuditFeed } from '../platform/audit/audit-feed.js';
import type { AuditTrail } from '../platform/audit/audit-trail.js';
import { type Authority, COMMAND_LINE, staffOrigin } from '../platform/audit/origin.js';
import { personalAudit } from '../platform/audit/personal-audit.js';
import type { ChangeWatch } from '../platform/db/change-watch.js';
import type { Database, UnitOfWork } from '../platform/db/database.js';
import { createDeleter } from '../platform/db/delete-in-slices.js';
import type { Mailer } from '../platform/mail/mailer.js';
import { TestMail } from '../platform/mail/test-mail.js';
import type { NodeEvents, NodeLocks } from '../platform/nodes/node-events.js';
import { Outbox } from '../platform/outbox/outbox.js';
import type { Guard, ResolveName } from '../platform/outgoing/address-guard.js';
import type { Settings } from '../settings/settings.js';
import type { ReportFailure } from '../shared/errors/report-failure.js';
import type { Logger } from '../shared/logger.js';
import type { Clock } from '../shared/time/clock.js';
import { createProcessServices, createSharedCounts } from './process-services.js';
import { createTopics, provideTopics } from './topics.js';

/** Dependencies of all services; tests replace some with fakes. */
export interface ServicesDeps {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly database: Database;
  readonly events: NodeEvents & NodeLocks;
  /** Identifies this process; regenerated at each start. */
  readonly nodeId: string;
  /** Identifies this machine among those that run the service; undefined on SQLite. */
  readonly hostId: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hasher: PasswordHasher;
  readonly disposableDomains: DisposableDomains;
  readonly hostMetrics: HostMetrics & Partial<FamilySource>;
  readonly processTimes: Pick<ProcessTimes, 'next'>;
  /** Answers for this machine in place of the system. */
  readonly ownMachine?: OwnMachine | undefined;
  readonly termsThread: TermsThread;
  /** Undefined while mail is off. */
  readonly mailer: Mailer | undefined;
  /** Resolves recipients' host names; the system's resolver by default. */
  readonly resolveName?: ResolveName;
  /** Decides where requests may go, in place of the settings. */
  readonly outgoingGuard?: Guard | undefined;
  readonly changes: ChangeWatch;
  readonly report: ReportFailure;
}

export type Services = ReturnType<typeof createServices>;

/** Wires up all services by hand, each once. */
export function createServices(deps: ServicesDeps) {
  const { settings, secretKey, database, clock, logger, changes } = deps;
  const { em } = database;
  const pubSub = createTopics();
  const monitoring = createMonitoring({
    ...deps,
    em,
    publish: (sample) => pubSub.publish(SAMPLE_TOPIC, sample),
    // If the record cannot be written, the refusal still stands, and the agent's next attempt is recorded instead.
    onAgentCopy: ({ number: host, name, address }) =>
      void accounts.audit
        .record({
          event: 'host_copy_refused',
          result: 'failure',
          origin: { method: 'token', address },
          username: '',
          change: { after: { host, name } },
        })
        .catch(deps.report),
  });
  const shared = createSharedCounts(deps);
  const { rateLimits } = shared;
  const outbox = new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
  const totpSecrets = totpSecretBox(secretKey);
  const accounts = createAccounts({
    ...deps,
    em,
    outbox,
    rateLimits,
    totpSecrets,
    personalRecords: [...alertRecords(monitoring.visibleHosts), ...classroomRecords, termsRecords, personalAudit],
  });
  const passkeys = createPasskeys({ ...accounts, settings, secretKey, em, clock, rateLimits });
  const { oidc } = createOidc({ ...deps, ...accounts, settings, secretKey, em, clock });
  const confirmUser = (unit: UnitOfWork, user: Pick<Authority, 'userId' | 'credential'>) =>
    confirmAuthority(unit, { authority: { ...user, role: 'MEMBER' } }, clock.now());
  const channels = createChannels({
    ...deps,
    em,
    audit: accounts.audit,
    outbox,
    ownAddresses,
    activeUsers,
    activeStaff,
    accessOfUsers,
    visibleHosts: (access) => monitoring.visibleHosts.numbers(access),
    recipientUnits: findRecipientUnits(em),
    confirmOwner: confirmUser,
  });
  const terms = createTerms({
    em,
    clock,
    logger,
    report: deps.report,
    thread: deps.termsThread,
    version: () => changes.version('terms'),
    noteChange: () => changes.noteChange('terms'),
    record: recordTerms(accounts.audit, clock),
    confirmReader: confirmUser,
    publish: (change) => pubSub.publish(SHOWN_TERMS_TOPIC, change),
  });
  accounts.changedAccounts.whenAnnounced(() => changes.noteChange('accounts'));
  const auditFeed = new AuditFeed({
    em,
    clock,
    events: deps.events,
    publish: (event) => pubSub.publish(SECURITY_EVENTS_TOPIC, event),
    isWanted: () => pubSub.hasSubscribers(SECURITY_EVENTS_TOPIC),
    report: deps.report,
  });
  accounts.audit.whenRecorded((event) => auditFeed.take(event));
  const alerts = createAlerts({
    ...deps,
    em,
    audit: accounts.audit,
    rateLimits,
    measuredHosts: monitoring.measuredHosts,
    visibleHosts: monitoring.visibleHosts,
    ...channels,
    publish: (incident) => pubSub.publish(INCIDENTS_TOPIC, incident),
  });
  const classroom = createClassroom({
    ...deps,
    em,
    rateLimits,
    activeUsers,
    confirmCaller: confirmUser,
  });
  provideTopics(pubSub, { ...monitoring, ...classroom });
  const hostEditing = new HostEditing({
    em,
    clock,
    audit: accounts.audit,
    intervalMs: settings.metricsIntervalMs,
    scrapeStore: monitoring.scrapeStore,
    whenRetired: endIncidentsOfHost,
    onChange: (number) => {
      monitoring.noteEditedHost(number);
      alerts.alertEvaluator.noteChange();
    },
  });
  deps.events.subscribe(EDITED_HOST, () => alerts.alertEvaluator.noteChange());
  const tokens = new Tokens({ em, clock, secretKey });
  const processServices = createProcessServices({ ...deps, monitoring, audit: accounts.audit, outbox, rateLimits });
  return {
    ...accounts,
    ...passkeys,
    oidc,
    ...monitoring,
    ...shared,
    ...processServices,
    hostEditing,
    collectorEditing: new CollectorEditing({ em, clock, audit: accounts.audit }),
    noteEditedHosts: () => {
      monitoring.noteEditedHosts();
      alerts.alertEvaluator.noteChange();
    },
    auditFeed,
    ...terms,
    ...channels,
    ...alerts,
    ...classroom,
    pubSub,
    outbox,
    outboxAdmin: new OutboxAdmin({
      em,
      outbox,
      audit: accounts.audit,
      channelNames,
    }),
    mailTests: new MailTests({
      testMail: new TestMail({ ...settings, mailer: deps.mailer, clock }),
      audit: accounts.audit,
    }),
    channelNames: (ids: readonly number[]) => channelNames(em.fork(), ids),
    tokens,
    tokenUses: new TokenUses({ em, clock, report: deps.report }),
    tokenRefresh: new TokenRefresh({ tokens, audit: accounts.audit, rateLimits }),
    secondStep: new SecondStep({ clock, secretKey }),
    viewerResolver: new ViewerResolver({
      ...accounts,
      tokens,
      clock,
      version: () => changes.version('accounts'),
    }),
  };
}

function recordTerms(audit: AuditTrail, clock: Clock): RecordTerms {
  return async (unit, { event, editor, change }) => {
    const origin = editor
      ? staffOrigin({ transport: 'graphql', address: editor.address, now: () => clock.now() }, editor)
      : COMMAND_LINE;
    await confirmAuthority(unit, origin, clock.now());
    return audit.recordWithin(unit, { event, result: 'success', origin, username: '', change });
  };
}
