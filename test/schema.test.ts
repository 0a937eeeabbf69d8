import { readFileSync } from 'node:fs';
import { getDirective, printSchemaWithDirectives } from '@graphql-tools/utils';
import { lexicographicSortSchema } from 'graphql';
import { expect, test } from 'vitest';
import { AccountsResolver } from '../src/accounts/accounts.resolver.js';
import { OwnAccountResolver } from '../src/accounts/users/own-account.resolver.js';
import { AuditResolver } from '../src/administration/audit.resolver.js';
import { DomainsResolver } from '../src/administration/domains.resolver.js';
import { HealthResolver } from '../src/administration/health.resolver.js';
import { LocksResolver } from '../src/administration/locks.resolver.js';
import { OutboxResolver } from '../src/administration/outbox.resolver.js';
import { SecurityEventsResolver } from '../src/administration/security-events.resolver.js';
import { SessionsResolver } from '../src/administration/sessions.resolver.js';
import { UsersResolver } from '../src/administration/users.resolver.js';
import { ConversionResolver } from '../src/conversion/conversion.resolver.js';
import { TopicPubSub } from '../src/graphql/pub-sub.js';
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
  new TopicPubSub(),
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

/** The marks of the fields of the roots, by their names. */
function marksOf(mark: 'cost' | 'credential'): Record<string, unknown> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  return Object.fromEntries(
    fields.filter(({ extensions }) => extensions[mark]).map(({ name, extensions }) => [name, extensions[mark]]),
  );
}

test('the documentation names every field that costs more than others, and every one with credentials', () => {
  const [, limits = ''] = /## Limits\n(.*?)\n## /s.exec(readFileSync('docs/graphql.md', 'utf8')) ?? [];
  const [, credentials = ''] = /one\s+field\s+with credentials \((.*?)\)/s.exec(limits) ?? [];
  const namesIn = (list: string) => [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  // Rows of root fields hold names alone and one figure.
  const dear = [...limits.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (\d+) \|$/gm)].flatMap(([, list = '', cost]) =>
    namesIn(list).map((name) => [name, Number(cost)]),
  );
  expect(Object.fromEntries(dear)).toEqual(marksOf('cost'));
  expect(namesIn(credentials).sort()).toEqual(Object.keys(marksOf('credential')).sort());
});
