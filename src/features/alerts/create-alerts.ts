import type { AuditTrail } from '../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import { createDeleter } from '../../platform/db/delete-in-slices.js';
import type { NodeEvents, NodeLocks } from '../../platform/nodes/node-events.js';
import type { Settings } from '../../settings/settings.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import type { RateLimits } from '../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../shared/time/clock.js';
import type { MeasuredHosts } from '../monitoring/hosts/measured-hosts.js';
import type { VisibleHosts } from '../monitoring/hosts/visible-hosts.js';
import type { ChannelProblems } from './channels/channel-problems.js';
import type { Channels } from './channels/channels.js';
import type { ChannelOutbox } from './channels/delivery/channel-outbox.js';
import type { ItemCollector } from './channels/messages/item-collector.js';
import { AlertRules } from './editing/alert-rules.js';
import { ShownAlertRules } from './editing/shown-alert-rules.js';
import { UnheardAlerts } from './editing/unheard-alerts.js';
import { readOutages } from './evaluation/evaluation-times.js';
import { Evaluator } from './evaluation/evaluator.js';
import { FollowUps } from './evaluation/follow-ups.js';
import { RuleStates } from './evaluation/rule-states.js';
import { Transitions } from './evaluation/transitions.js';
import type { Incident } from './incidents/incident.entity.js';
import { IncidentFeed } from './incidents/incident-feed.js';
import { Incidents } from './incidents/incidents.js';
import type { KnownHosts } from './known-hosts.js';
import { AlertLimits } from './limits/alert-limits.js';
import { Backtests } from './preview/backtests.js';
import { PresentExpressions } from './preview/present-expression.js';
import { createPreviewQueue } from './preview/preview-queue.js';
import { Silences } from './silences/silences.js';

interface CreateAlertsDeps {
  readonly em: UnitOfWork;
  readonly events: NodeEvents & NodeLocks;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly rateLimits: RateLimits;
  readonly measuredHosts: MeasuredHosts;
  readonly visibleHosts: Pick<VisibleHosts, 'sees'>;
  /** Called for each change of an incident. */
  readonly publish: (incident: Incident) => void;
  readonly report: ReportFailure;
  readonly logger: Logger;
  readonly settings: Pick<Settings, 'publicUrl' | 'metricsIntervalMs'>;
  readonly channels: Pick<Channels, 'allIds'>;
  readonly channelOutbox: ChannelOutbox;
  readonly itemCollector: Pick<ItemCollector, 'collect'>;
  readonly channelProblems: ChannelProblems;
}

/** Creates the services for alerts, each once per process. */
export function createAlerts(deps: CreateAlertsDeps) {
  const { em, events, clock, audit, rateLimits, measuredHosts, publish, report, logger, settings } = deps;
  const { channels, channelOutbox, itemCollector, channelProblems, visibleHosts } = deps;
  const knownHosts: KnownHosts = { list: () => measuredHosts.list(clock.now()) };
  const deleteRows = createDeleter({ em, clock });
  const incidentFeed = new IncidentFeed({ em, clock, events, publish, report });
  const { publicUrl, metricsIntervalMs: intervalMs } = settings;
  const telling = { em, clock, channelOutbox, publicUrl };
  const evaluator = new Evaluator({
    em,
    events,
    clock,
    logger,
    hosts: measuredHosts,
    transitions: new Transitions(telling),
    followUps: new FollowUps(telling),
    intervalMs,
    onChange: (id) => incidentFeed.note(id),
    collectItems: () => itemCollector.collect().catch((error: unknown) => void report(error)),
  });
  const onChange = () => evaluator.noteChange();
  const outages = () => readOutages(em.fork());
  const previewing = { hosts: measuredHosts, clock, outages, queue: createPreviewQueue() };
  return {
    knownHosts,
    incidentFeed,
    alertEvaluator: evaluator,
    alertRules: new AlertRules({ em, clock, audit, hosts: knownHosts, channelIds: () => channels.allIds(), onChange }),
    alertLimits: new AlertLimits({ em }),
    unheardAlerts: new UnheardAlerts({ em, channelProblems }),
    shownAlertRules: new ShownAlertRules({ em, ruleStates: new RuleStates({ em, clock, hosts: knownHosts }) }),
    incidents: new Incidents({
      ...{ em, clock, audit, rateLimits, deleteRows },
      sees: (number, access) => visibleHosts.sees(number, access),
      onChange: (id) => incidentFeed.note(id),
    }),
    silences: new Silences({ em, clock, audit, hosts: knownHosts, deleteRows, onChange }),
    presentExpressions: new PresentExpressions(previewing),
    backtests: new Backtests(previewing),
  };
}
