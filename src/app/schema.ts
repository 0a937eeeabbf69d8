import type { GraphQLSchema } from 'graphql';
import type { PubSub } from 'type-graphql';
import { AccessPolicyResolver } from '../features/accounts/access-policy/access-policy.resolver.js';
import { RegistrationModeResolver } from '../features/accounts/access-policy/registration-mode.resolver.js';
import { AccountsResolver } from '../features/accounts/accounts.resolver.js';
import { ReauthenticationResolver } from '../features/accounts/authentication/reauthentication.resolver.js';
import { OwnAccountResolver } from '../features/accounts/editing/own-account.resolver.js';
import { IdentitiesResolver } from '../features/accounts/oidc/identities.resolver.js';
import { OwnDataResolver } from '../features/accounts/own-data/own-data.resolver.js';
import { PasskeysResolver } from '../features/accounts/passkeys/passkeys.resolver.js';
import { PersonalTokensResolver } from '../features/accounts/personal-tokens/personal-tokens.resolver.js';
import { SecondFactorResolver } from '../features/accounts/second-factor/second-factor.resolver.js';
import { DomainsResolver } from '../features/administration/accounts/domains.resolver.js';
import { InvitationsResolver } from '../features/administration/accounts/invitations.resolver.js';
import { LocksResolver } from '../features/administration/accounts/locks.resolver.js';
import { UsersResolver } from '../features/administration/accounts/users.resolver.js';
import { AuditResolver } from '../features/administration/audit/audit.resolver.js';
import { SecurityEventsResolver } from '../features/administration/audit/security-events.resolver.js';
import { HealthResolver } from '../features/administration/health/health.resolver.js';
import { NodesResolver } from '../features/administration/health/nodes.resolver.js';
import { OutboxResolver } from '../features/administration/outbox/outbox.resolver.js';
import { SessionsResolver } from '../features/administration/sessions/sessions.resolver.js';
import { ChannelsResolver } from '../features/alerts/channels/channels.resolver.js';
import { IncidentDeliveriesResolver } from '../features/alerts/channels/delivery/incident-deliveries.resolver.js';
import { PushResolver } from '../features/alerts/channels/push/push.resolver.js';
import { AlertRulesResolver } from '../features/alerts/editing/alert-rules.resolver.js';
import { ChannelsOfRulesResolver } from '../features/alerts/editing/channels-of-rules.resolver.js';
import { UnheardAlertsResolver } from '../features/alerts/editing/unheard-alerts.resolver.js';
import { IncidentsResolver } from '../features/alerts/incidents/incidents.resolver.js';
import { AlertLimitsResolver } from '../features/alerts/limits/alert-limits.resolver.js';
import { PreviewResolver } from '../features/alerts/preview/preview.resolver.js';
import { SilencesResolver } from '../features/alerts/silences/silences.resolver.js';
import { SchoolClassesResolver } from '../features/classroom/classes/school-classes.resolver.js';
import { ParticipantsResolver } from '../features/classroom/participants.resolver.js';
import { RoomsResolver } from '../features/classroom/rooms.resolver.js';
import { ConversionResolver } from '../features/conversion/conversion.resolver.js';
import { ExercisesResolver } from '../features/conversion/exercises/exercises.resolver.js';
import { LogicFormsResolver } from '../features/conversion/logic/logic-forms.resolver.js';
import { NumbersResolver } from '../features/conversion/numbers/numbers.resolver.js';
import { AgentHubResolver } from '../features/monitoring/agents/agent-hub.resolver.js';
import { AnalysisResolver } from '../features/monitoring/analysis/analysis.resolver.js';
import { CollectorsResolver } from '../features/monitoring/hosts/editing/collectors.resolver.js';
import { HostEditingResolver } from '../features/monitoring/hosts/editing/host-editing.resolver.js';
import { HostsResolver } from '../features/monitoring/hosts/hosts.resolver.js';
import { MonitoringResolver } from '../features/monitoring/monitoring.resolver.js';
import { HostSourcesResolver } from '../features/monitoring/sources/host-sources.resolver.js';
import { ScrapePreviewResolver } from '../features/monitoring/sources/scraping/scrape-preview.resolver.js';
import { TermsResolver } from '../features/terms/terms.resolver.js';
import { TermsVersionsResolver } from '../features/terms/versions/terms-versions.resolver.js';
import { createExecutableSchema, type SchemaGuards } from '../platform/graphql/executable-schema.js';
import { NodeResolver } from '../platform/graphql/node.resolver.js';
import { formerNames } from './former-names.js';
import { nodeLookups } from './node-lookups.js';

/** All resolvers of the service. Add a new one only here. */
const resolverClasses = [
  AccountsResolver,
  OwnAccountResolver,
  PasskeysResolver,
  IdentitiesResolver,
  OwnDataResolver,
  ReauthenticationResolver,
  PersonalTokensResolver,
  SecondFactorResolver,
  AccessPolicyResolver,
  UsersResolver,
  SessionsResolver,
  LocksResolver,
  SecurityEventsResolver,
  ConversionResolver,
  NumbersResolver,
  LogicFormsResolver,
  ExercisesResolver,
  RoomsResolver,
  SchoolClassesResolver,
  ParticipantsResolver,
  MonitoringResolver,
  HostsResolver,
  HostEditingResolver,
  HostSourcesResolver,
  ScrapePreviewResolver,
  CollectorsResolver,
  AgentHubResolver,
  AnalysisResolver,
  AuditResolver,
  DomainsResolver,
  HealthResolver,
  NodesResolver,
  TermsResolver,
  TermsVersionsResolver,
  OutboxResolver,
  InvitationsResolver,
  AccessPolicyResolver,
  RegistrationModeResolver,
  ChannelsResolver,
  ChannelsOfRulesResolver,
  IncidentDeliveriesResolver,
  PushResolver,
  AlertRulesResolver,
  UnheardAlertsResolver,
  IncidentsResolver,
  AlertLimitsResolver,
  SilencesResolver,
  PreviewResolver,
  NodeResolver,
] as const;

type ResolverDeps = NonNullable<ConstructorParameters<(typeof resolverClasses)[number]>[0]>;

/**
 * Intersection of all members of a union. TypeScript infers a parameter shared by functions as the type that satisfies
 * all of them.
 */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Creates the service's executable schema, which is exported as `schema.graphql`. */
export function createSchema(
  deps: Omit<AllOf<ResolverDeps>, 'nodeLookups'>,
  pubSub: PubSub,
  guards?: SchemaGuards,
): GraphQLSchema {
  return createExecutableSchema(
    resolverClasses.map((Resolver) => new Resolver({ ...deps, nodeLookups })),
    pubSub,
    { ...guards, formerNames },
  );
}
