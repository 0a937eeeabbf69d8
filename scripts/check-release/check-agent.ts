import { hostname } from 'node:os';
import { Container } from './container.ts';
import type { Person } from './person.ts';
import type { Report } from './report.ts';
import { run } from './run.ts';
import { RARELY_MS, waitFor } from './wait-for.ts';
import type { ImageInstallation } from './ways/image.ts';

/** The options of docs/operations/agents.md. */
const OPTIONS =
  '--pid host --network host --read-only --cap-drop ALL --security-opt no-new-privileges --env VIGIA_AGENT_TOKEN --no-healthcheck';

/**
 * Adds an agent to a hub as the documentation says: its machine has to be live, under this machine's name. The agent is that
 * of `image`, the hub's own by default; `version` names it in the report.
 */
export async function checkAgent(
  report: Report,
  hub: ImageInstallation,
  person: Person,
  { image = hub.image, version = 'its version' } = {},
): Promise<void> {
  await report.step(
    hub.way,
    `takes an agent of ${version}, which shows this machine by its name, again after a restart`,
    async () => {
      const token = /vigia_host_\S+/.exec(await hub.vigia(['host', 'add', 'measured']))?.[0] ?? '';
      const name = `vigia-check-agent-${process.pid}`;
      const volume = ['--volume', `${name}:/data`];
      const command = ['agent', '--hub', hub.url, '--state', '/data/minutes.json'];
      process.env.VIGIA_AGENT_TOKEN = token;
      const agent = await Container.start(name, ...OPTIONS.split(' '), ...volume, image, ...command);
      try {
        await requireState(person, agent, true);
        const stopped = await agent.stop();
        if (stopped !== 0) throw new Error(`The agent ended with ${stopped}`);
        await requireState(person, agent, false);
        await agent.start();
        await requireState(person, agent, true);
      } finally {
        await agent.remove();
        await run(['podman', 'volume', 'rm', name]);
      }
    },
  );
}

async function requireState(person: Person, agent: Container, isLive: boolean): Promise<void> {
  const find = async () => {
    const machine = (await person.machines()).find(({ hasAgent }) => hasAgent);
    return machine && (machine.state === 'LIVE') === isLive ? machine : undefined;
  };
  const machine = await waitFor(`A machine ${isLive ? 'with' : 'without'} samples`, find, RARELY_MS).catch(
    async (cause: unknown) => {
      throw new Error(`The agent says: ${await agent.log()}`, { cause });
    },
  );
  if (machine.facts?.hostname !== hostname()) throw new Error(`It is called ${machine.facts?.hostname}`);
}
