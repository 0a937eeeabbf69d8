import { Host } from '../../src/monitoring/hosts/host.entity.js';
import { dataOf } from './administration.js';
import type { Browser } from './browser.js';
import type { TestApp } from './test-app.js';

/** A host that staff have added. */
export interface AddedHost {
  readonly id: string;
  readonly token: string;
}

/** Adds a host by GraphQL. */
export async function addHost(staff: Browser, name: string, tags: readonly string[] = []): Promise<AddedHost> {
  const { hostAdd } = await dataOf<{ hostAdd: { host: { id: string }; token: string } }>(
    staff,
    'mutation ($name: String!, $tags: [String!]) { hostAdd(name: $name, tags: $tags) { token host { id } } }',
    { name, tags },
  );
  return { id: hostAdd.host.id, token: hostAdd.token };
}

/** Lets a host have sent this now, as its row says it. */
export async function putSample(app: TestApp, id: string, figures: { readonly cpuPercent: number }): Promise<void> {
  const now = app.clock.now();
  const newest = { ...app.host.reading, ...figures, sampledAt: now.toISOString() };
  await app.database.em
    .fork()
    .nativeUpdate(Host, { number: Number(id) }, { newest: JSON.stringify(newest), lastSeenAt: now });
}
