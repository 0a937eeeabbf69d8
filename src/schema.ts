import type { GraphQLSchema } from 'graphql';
import type { PubSub } from 'type-graphql';
import type { AccountsResolver } from './accounts/accounts.resolver.js';
import type { OwnAccountResolver } from './accounts/users/own-account.resolver.js';
import type { AuditResolver } from './administration/audit.resolver.js';
import type { DomainsResolver } from './administration/domains.resolver.js';
import type { HealthResolver } from './administration/health.resolver.js';
import type { LocksResolver } from './administration/locks.resolver.js';
import type { OutboxResolver } from './administration/outbox.resolver.js';
import type { SecurityEventsResolver } from './administration/security-events.resolver.js';
import type { SessionsResolver } from './administration/sessions.resolver.js';
import type { UsersResolver } from './administration/users.resolver.js';
import type { ConversionResolver } from './conversion/conversion.resolver.js';
import { createExecutableSchema } from './graphql/executable-schema.js';
import type { AnalysisResolver } from './monitoring/analysis/analysis.resolver.js';
import type { MonitoringResolver } from './monitoring/monitoring.resolver.js';
import type { TermsResolver } from './terms/terms.resolver.js';
import type { TermsVersionsResolver } from './terms/terms-versions.resolver.js';

/** One instance of every resolver of the service. A new feature adds its own here. */
export interface Resolvers {
  readonly accounts: AccountsResolver;
  readonly ownAccount: OwnAccountResolver;
  readonly users: UsersResolver;
  readonly liveSessions: SessionsResolver;
  readonly locks: LocksResolver;
  readonly securityEvents: SecurityEventsResolver;
  readonly conversion: ConversionResolver;
  readonly monitoring: MonitoringResolver;
  readonly analysis: AnalysisResolver;
  readonly audit: AuditResolver;
  readonly domains: DomainsResolver;
  readonly health: HealthResolver;
  readonly terms: TermsResolver;
  readonly termsVersions: TermsVersionsResolver;
  readonly outbox: OutboxResolver;
}

/** The executable schema of the service: what `schema.graphql` prints. */
export function createSchema(resolvers: Resolvers, pubSub: PubSub): GraphQLSchema {
  return createExecutableSchema(Object.values(resolvers), pubSub);
}
