import { Container } from '../container.ts';
import { debianRoot, SUITES, type Suite } from '../debian-root.ts';
import { listFiles, requireNothingLeft } from '../files.ts';
import { Person } from '../person.ts';
import type { Report } from '../report.ts';
import type { Versions } from '../versions.ts';
import { RARELY_MS, waitFor } from '../wait-for.ts';
import { ImageInstallation } from './image.ts';

/** Most memory that the agent may have, in KiB (decision 107). */
const RESIDENT_MAX_KIB = 45 * 1024;

/** A hub in a container and a Debian that has booted systemd, which reaches nothing else. */
export async function checkAgentFromHub(report: Report, { current }: Versions, suite: Suite): Promise<void> {
  const way = `agent from the hub on Debian ${SUITES[suite]}`;
  const step = <Result>(fact: string, act: () => Promise<Result>) => report.step(way, fact, act);
  const hub = await ImageInstallation.create(way, []);
  let machine: Container | undefined;
  try {
    const ana = new Person(hub.url);
    await step('a hub serves', () => startHub(hub, ana, current));
    machine = await bootedMachine(hub.url, suite);
    const root = machine;
    const before = await listFiles(root, []);
    const line = /^echo .*$/m.exec(await hub.vigia(['host', 'add', 'measured']))?.[0] ?? '';
    await step('the line that the hub shows installs the agent, which is live', async () => {
      await run(root, asRoot(line, hub.url));
      await requireState(ana, 'LIVE');
    });
    await step('it keeps within its memory, and only root and its group read its token', () => requireModesty(root));
    await step('the same line without a token upgrades it', async () => {
      const started = await pidOf(root);
      await run(
        root,
        asRoot(line, hub.url)
          .replace(/^echo \S+ \| /, '')
          .replace(' --token-file -', ''),
      );
      if ((await pidOf(root)) === started) throw new Error('It is the same process');
      await requireState(ana, 'LIVE');
    });
    await step('an agent that cannot start leaves the one of before', async () => {
      await requireRollBack(root, hub.url, line);
      await requireState(ana, 'LIVE');
    });
    await step('it comes back after SIGKILL', async () => {
      const killed = await pidOf(root);
      await root.exec(['systemctl', 'kill', '--signal=KILL', 'vigia-agent']);
      await waitFor('Another process', async () => ![killed, '0'].includes(await pidOf(root)) || undefined);
      await requireConnected(root);
    });
    await step('it comes back after the machine was booted anew', async () => {
      await root.stop();
      await root.start();
      await requireConnected(root);
    });
    await step('it is removed, and leaves nothing', async () => {
      await run(root, `sh -c "$(curl -fsS ${hub.url}/agent/install.sh)" vigia-agent --uninstall`);
      requireNothingLeft(before, await listFiles(root, []));
      const { code } = await root.attempt(['getent', 'passwd', 'vigia-agent']);
      if (code === 0) throw new Error('The user vigia-agent is left');
    });
  } finally {
    await machine?.remove();
    await hub.dispose();
  }
}

async function startHub(hub: ImageInstallation, ana: Person, current: Versions['current']): Promise<void> {
  await hub.install(current);
  await hub.start();
  await waitFor('An account', () => ana.register().then(() => true));
  await hub.vigia(['user', 'staff', ana.name]);
  await ana.logIn();
}

/** The network of this machine, because an agent takes plain HTTP to its own machine only. */
async function bootedMachine(url: string, suite: Suite): Promise<Container> {
  const boots = ['--systemd=always', '--privileged', '--network', 'host'];
  const name = `vigia-check-agent-${new URL(url).port}`;
  const machine = await Container.start(name, ...boots, await debianRoot(suite));
  await waitFor('The end of booting', async () => {
    const { out } = await machine.attempt(['systemctl', 'is-system-running']);
    return /running|degraded/.test(out) || undefined;
  });
  return machine;
}

/** Returns a line for root, to the address at which the hub is reached from outside of its container. */
function asRoot(line: string, url: string): string {
  return line.replace('sudo ', '').replaceAll('http://localhost:8000', url);
}

function run(machine: Container, line: string): Promise<string> {
  return machine.exec(['sh', '-c', line]);
}

async function requireState(person: Person, state: string): Promise<void> {
  await waitFor(
    `A machine that is ${state}`,
    async () => {
      const found = (await person.machines()).find(({ hasAgent }) => hasAgent);
      return found?.state === state || undefined;
    },
    RARELY_MS,
  );
}

/** Waits for the log of the present process, since the hub shows a machine as live for some seconds after its agent has gone. */
async function requireConnected(machine: Container): Promise<void> {
  const script =
    'journalctl --quiet --output=cat _SYSTEMD_INVOCATION_ID=$(systemctl show --value --property=InvocationID vigia-agent)';
  await waitFor('A connection', async () => (await run(machine, script)).includes('Connected to ') || undefined);
}

async function requireModesty(machine: Container): Promise<void> {
  const mode = await machine.exec(['stat', '--format', '%a %U:%G', '/etc/vigia-agent/token']);
  if (mode.trim() !== '640 root:vigia-agent') throw new Error(`The token has ${mode}`);
  await waitFor(`At most ${RESIDENT_MAX_KIB} KiB`, async () => {
    const status = await machine.exec(['cat', `/proc/${await pidOf(machine)}/status`]);
    const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
    if (resident > RESIDENT_MAX_KIB) throw new Error(`It has ${resident} KiB`);
    return true;
  });
}

/** Upgrades with an option that keeps the new agent from starting. */
async function requireRollBack(machine: Container, url: string, line: string): Promise<void> {
  const upgrade = asRoot(line, url).replace('--hub', '--path /nowhere --hub');
  const { code, out, err } = await machine.attempt(['sh', '-c', upgrade]);
  if (code === 0 || !err.includes('of before runs again')) throw new Error(`It ended with ${code}: ${out}${err}`);
}

async function pidOf(machine: Container): Promise<string> {
  return (await machine.exec(['systemctl', 'show', '--value', '--property=MainPID', 'vigia-agent'])).trim();
}
