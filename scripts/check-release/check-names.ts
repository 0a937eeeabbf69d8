import { requireKept } from './check-life.ts';
import { Person } from './person.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';
import { RARELY_MS, waitFor } from './wait-for.ts';
import { ImageInstallation } from './ways/image.ts';

const NAME = 'lighthouse';

/** Files that are mounted alone, besides those that the engine itself mounts (`/etc/hosts`, `/etc/hostname` …). */
const MOUNTED = ['--volume', '/etc/hostname:/app/mounted:ro', '--volume', '/etc/hosts:/etc/hosts:ro'];

/**
 * Checks that a machine keeps its name, its history and its series when its container is made anew, with no more than
 * `VIGIA_HOST_NAME`, and that mounted files are not shown as file systems.
 */
export async function checkNames(report: Report, { current }: Versions): Promise<void> {
  const root = await ImageInstallation.create('image with VIGIA_HOST_NAME', [
    '--env',
    `VIGIA_HOST_NAME=${NAME}`,
    ...MOUNTED,
  ]);
  const person = new Person(root.url);
  try {
    const series = await report.step(root.way, 'shows no mounted file as a file system', async () => {
      await root.install(current);
      await root.start();
      await waitFor('An account', () => person.register().then(() => true));
      await person.logIn();
      const paths = await waitFor('File systems', () => fileSystemsOf(person), RARELY_MS);
      const strange = paths.filter((path) => !['/', '/data'].includes(path));
      if (strange.length > 0) throw new Error(`It shows ${strange.join(', ')}`);
      return person.series();
    });
    await report.step(root.way, 'goes on under the same name and series in a container made anew', async () => {
      const began = new Date(Date.now() - 60_000);
      await root.stop();
      const stopped = new Date();
      await root.recreate();
      await waitFor('The login', () => person.logIn().then(() => true), RARELY_MS);
      const machines = await person.machines();
      if (machines.length !== 1) throw new Error(`There are ${machines.length} machines now`);
      if (machines[0]?.name !== NAME) throw new Error(`It is called ${machines[0]?.name}`);
      if ((await person.pointsBetween(began, stopped)) === 0) throw new Error('The history has ended');
      await requireKept(series, person);
    });
  } finally {
    await root.dispose();
  }
}

async function fileSystemsOf(person: Person): Promise<string[] | undefined> {
  const [machine] = await person.machines();
  return machine?.newest?.fileSystems?.map(({ path }) => path);
}
