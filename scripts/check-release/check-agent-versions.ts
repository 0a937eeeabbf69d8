import { checkAgent } from './check-agent.ts';
import { loadImage } from './load-image.ts';
import { Person } from './person.ts';
import type { Report } from './report.ts';
import type { Version, Versions } from './versions.ts';
import { waitFor } from './wait-for.ts';
import { ImageInstallation } from './ways/image.ts';

/** Checks that an agent of the version before works with a hub of this one, and the other way round (decision 107). */
export async function checkAgentVersions(report: Report, { before, current }: Versions): Promise<void> {
  if (before === undefined) return report.skip('agents', 'there are no artifacts of the version before');
  await checkPair(report, current, before);
  await checkPair(report, before, current);
}

async function checkPair(report: Report, hub: Version, agent: Version): Promise<void> {
  const root = await ImageInstallation.create(`hub of ${hub.number}`, []);
  try {
    await root.install(hub);
    await root.start();
    const person = new Person(root.url);
    await waitFor('An account', () => person.register().then(() => true));
    await root.vigia(['user', 'staff', person.name]);
    await person.logIn();
    const image = await loadImage(agent.fileOf('image'));
    await checkAgent(report, root, person, { image, version: agent.number });
  } finally {
    await root.dispose();
  }
}
