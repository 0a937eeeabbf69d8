import { dataOf } from '../administration.js';
import type { Browser } from '../http/browser.js';
import type { TestApp } from '../test-app.js';
import { connectAgent, sampleAt } from './agents.js';

export interface AddedHost {
  readonly id: string;
  readonly token: string;
}

export async function addHost(staff: Browser, name: string, tags: readonly string[] = []): Promise<AddedHost> {
  const { addHost } = await dataOf<{ addHost: { host: { id: string }; token: string } }>(
    staff,
    'mutation ($name: String!, $tags: [String!]) { addHost(name: $name, tags: $tags) { token host { id } } }',
    { name, tags },
  );
  return { id: addHost.host.id, token: addHost.token };
}

export async function sendSample(
  { services, clock }: TestApp,
  { token }: Pick<AddedHost, 'token'>,
  figures: { readonly cpuPercent: number },
): Promise<void> {
  const now = clock.now();
  const { agent } = await connectAgent(services.agentIntake, token, now);
  agent.takeSample(sampleAt(now.getTime(), figures), now.getTime());
  // Makes the service write the host's newest sample and drop it from memory.
  await agent.leave();
}
