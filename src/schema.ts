import type { GraphQLSchema } from 'graphql';
import type { PubSub } from 'type-graphql';
import { AccessPolicyResolver } from './accounts/access-policy/access-policy.resolver.js';
import { RegistrationModeResolver } from './accounts/access-policy/registration-mode.resolver.js';
import { AccountsResolver } from './accounts/accounts.resolver.js';
import { ReauthenticationResolver } from './accounts/authentication/reauthentication.resolver.js';
import { OwnDataResolver } from './accounts/own-data/own-data.resolver.js';
import { PasskeysResolver } from './accounts/passkeys/passkeys.resolver.js';
import { PersonalTokensResolver } from './accounts/personal-tokens/personal-tokens.resolver.js';
import { SecondFactorResolver } from './accounts/second-factor/second-factor.resolver.js';
import { OwnAccountResolver } from './accounts/users/own-account.resolver.js';
import { DomainsResolver } from './administration/accounts/domains.resolver.js';
import { InvitationsResolver } from './administration/accounts/invitations.resolver.js';
import { LocksResolver } from './administration/accounts/locks.resolver.js';
import { UsersResolver } from './administration/accounts/users.resolver.js';
import { AuditResolver } from './administration/audit/audit.resolver.js';
import { SecurityEventsResolver } from './administration/audit/security-events.resolver.js';
import { HealthResolver } from './administration/health/health.resolver.js';
import { NodesResolver } from './administration/health/nodes.resolver.js';
import { OutboxResolver } from './administration/outbox/outbox.resolver.js';
import { SessionsResolver } from './administration/sessions/sessions.resolver.js';
import { ChannelsResolver } from './alerts/channels/channels.resolver.js';
import { ChannelsOfRulesResolver } from './alerts/channels/channels-of-rules.resolver.js';
import { IncidentDeliveriesResolver } from './alerts/channels/delivery/incident-deliveries.resolver.js';
import { PushResolver } from './alerts/channels/push/push.resolver.js';
import { AlertRulesResolver } from './alerts/editing/alert-rules.resolver.js';
import { IncidentsResolver } from './alerts/incidents/incidents.resolver.js';
import { PreviewResolver } from './alerts/preview/preview.resolver.js';
import { SilencesResolver } from './alerts/silences/silences.resolver.js';
import { ParticipantsResolver } from './classroom/participants/participants.resolver.js';
import { RoomsResolver } from './classroom/rooms.resolver.js';
import { ConversionResolver } from './conversion/conversion.resolver.js';
import { ExercisesResolver } from './conversion/exercises/exercises.resolver.js';
import { LogicFormsResolver } from './conversion/logic/logic-forms.resolver.js';
import { NumbersResolver } from './conversion/numbers/numbers.resolver.js';
import { createExecutableSchema, type SchemaGuards } from './graphql/executable-schema.js';
import { AnalysisResolver } from './monitoring/analysis/analysis.resolver.js';
import { HostEditingResolver } from './monitoring/hosts/editing/host-editing.resolver.js';
import { HostsResolver } from './monitoring/hosts/hosts.resolver.js';
import { MonitoringResolver } from './monitoring/monitoring.resolver.js';
import { TermsResolver } from './terms/terms.resolver.js';
import { TermsVersionsResolver } from './terms/versions/terms-versions.resolver.js';

/** Every resolver of the service. A new one is added here and nowhere else. */
const resolverClasses = [
  AccountsResolver,
  OwnAccountResolver,
  PasskeysResolver,
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
  ParticipantsResolver,
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
  InvitationsResolver,
  AccessPolicyResolver,
  RegistrationModeResolver,
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
export function createSchema(deps: AllOf<ResolverDeps>, pubSub: PubSub, guards?: SchemaGuards): GraphQLSchema {
  return createExecutableSchema(
    resolverClasses.map((Resolver) => new Resolver(deps)),
    pubSub,
    guards,
  );
}
