import type { GraphQLSchema } from 'graphql';
import type { PubSub } from 'type-graphql';
import { AccountsResolver } from './accounts/accounts.resolver.js';
import { OwnAccountResolver } from './accounts/users/own-account.resolver.js';
import { AuditResolver } from './administration/audit.resolver.js';
import { DomainsResolver } from './administration/domains.resolver.js';
import { HealthResolver } from './administration/health.resolver.js';
import { LocksResolver } from './administration/locks.resolver.js';
import { NodesResolver } from './administration/nodes.resolver.js';
import { OutboxResolver } from './administration/outbox.resolver.js';
import { SecurityEventsResolver } from './administration/security-events.resolver.js';
import { SessionsResolver } from './administration/sessions.resolver.js';
import { UsersResolver } from './administration/users.resolver.js';
import { ChannelsResolver } from './alerts/channels/channels.resolver.js';
import { ChannelsOfRulesResolver } from './alerts/channels/channels-of-rules.resolver.js';
import { IncidentDeliveriesResolver } from './alerts/channels/incident-deliveries.resolver.js';
import { PushResolver } from './alerts/channels/push.resolver.js';
import { AlertRulesResolver } from './alerts/editing/alert-rules.resolver.js';
import { IncidentsResolver } from './alerts/incidents/incidents.resolver.js';
import { PreviewResolver } from './alerts/preview/preview.resolver.js';
import { SilencesResolver } from './alerts/silences/silences.resolver.js';
import { ConversionResolver } from './conversion/conversion.resolver.js';
import { createExecutableSchema } from './graphql/executable-schema.js';
import { AnalysisResolver } from './monitoring/analysis/analysis.resolver.js';
import { HostEditingResolver } from './monitoring/hosts/host-editing.resolver.js';
import { HostsResolver } from './monitoring/hosts/hosts.resolver.js';
import { MonitoringResolver } from './monitoring/monitoring.resolver.js';
import type { RateLimits } from './shared/rate-limits.js';
import { TermsResolver } from './terms/terms.resolver.js';
import { TermsVersionsResolver } from './terms/terms-versions.resolver.js';

/** Every resolver of the service. A new one is added here and nowhere else. */
const resolverClasses = [
  AccountsResolver,
  OwnAccountResolver,
  UsersResolver,
  SessionsResolver,
  LocksResolver,
  SecurityEventsResolver,
  ConversionResolver,
  MonitoringResolver,
  HostsResolver,
  HostEditingResolver,
  AnalysisResolver,
  AuditResolver,
  DomainsResolver,
  HealthResolver,
  NodesResolver,
  TermsResolver,
  TermsVersionsResolver,
  OutboxResolver,
  ChannelsResolver,
  ChannelsOfRulesResolver,
  IncidentDeliveriesResolver,
  PushResolver,
  AlertRulesResolver,
  IncidentsResolver,
  SilencesResolver,
  PreviewResolver,
] as const;

/** What each of them is made of; some need nothing. */
type ResolverDeps = NonNullable<ConstructorParameters<(typeof resolverClasses)[number]>[0]>;

/** All members of a union at once: a parameter of functions is inferred as what fits each of them. */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The executable schema of the service: what `schema.graphql` prints. */
export function createSchema(deps: AllOf<ResolverDeps>, pubSub: PubSub, rateLimits?: RateLimits): GraphQLSchema {
  return createExecutableSchema(
    resolverClasses.map((Resolver) => new Resolver(deps)),
    pubSub,
    rateLimits,
  );
}
