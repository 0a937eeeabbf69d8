import { getDirective, printSchemaWithDirectives } from '@graphql-tools/utils';
import { lexicographicSortSchema } from 'graphql';
import { expect, test } from 'vitest';
import { AccountsResolver } from '../src/accounts/accounts.resolver.js';
import { OwnAccountResolver } from '../src/accounts/own-account.resolver.js';
import { AuditResolver } from '../src/administration/audit.resolver.js';
import { DomainsResolver } from '../src/administration/domains.resolver.js';
import { HealthResolver } from '../src/administration/health.resolver.js';
import { LocksResolver } from '../src/administration/locks.resolver.js';
import { OutboxResolver } from '../src/administration/outbox.resolver.js';
import { SecurityEventsResolver } from '../src/administration/security-events.resolver.js';
import { SessionsResolver } from '../src/administration/sessions.resolver.js';
import { UsersResolver } from '../src/administration/users.resolver.js';
import { ConversionResolver } from '../src/conversion/conversion.resolver.js';
import { RetainedPubSub } from '../src/graphql/retained-pub-sub.js';
import { AnalysisResolver } from '../src/monitoring/analysis/analysis.resolver.js';
import { MonitoringResolver } from '../src/monitoring/monitoring.resolver.js';
import { createSchema } from '../src/schema.js';
import { TermsResolver } from '../src/terms/terms.resolver.js';
import { TermsVersionsResolver } from '../src/terms/terms-versions.resolver.js';

/** Resolvers whose services are never called: the schema is all that is looked at. */
const schema = createSchema(
  {
    accounts: new AccountsResolver(undefined as never),
    ownAccount: new OwnAccountResolver(undefined as never),
    users: new UsersResolver(undefined as never),
    liveSessions: new SessionsResolver(undefined as never),
    locks: new LocksResolver(undefined as never),
    securityEvents: new SecurityEventsResolver(),
    conversion: new ConversionResolver(),
    monitoring: new MonitoringResolver(undefined as never),
    analysis: new AnalysisResolver(undefined as never),
    audit: new AuditResolver(undefined as never),
    domains: new DomainsResolver(undefined as never),
    health: new HealthResolver(undefined as never),
    terms: new TermsResolver(undefined as never),
    termsVersions: new TermsVersionsResolver(undefined as never),
    outbox: new OutboxResolver(undefined as never),
  },
  new RetainedPubSub(),
);

test('schema.graphql is what the resolvers say: after a change run npm run schema', async () => {
  await expect(`${printSchemaWithDirectives(lexicographicSortSchema(schema)).trim()}\n`).toMatchFileSnapshot(
    '../schema.graphql',
  );
});

test('metrics are limited to twenty a minute where they are asked for, not where they are pushed', () => {
  const asked = schema.getQueryType()?.getFields().metrics;
  const pushed = schema.getSubscriptionType()?.getFields().metrics;
  expect(asked && getDirective(schema, asked, 'rateLimit')).toEqual([{ limit: 20, duration: 60 }]);
  expect(pushed && getDirective(schema, pushed, 'rateLimit')).toBeUndefined();
});
