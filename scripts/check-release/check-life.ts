import type { Installation } from './installation.ts';
import { Person } from './person.ts';
import type { Report } from './report.ts';
import type { Version, Versions } from './versions.ts';
import { RARELY_MS, waitFor } from './wait-for.ts';

/** Longest time from SIGTERM to the exit (promise 37). */
const STOP_SECONDS = 10;

/**
 * Leads an installation through a new start, a restart and SIGKILL; then, from nothing again, through the upgrade from
 * the version before, the way back and the removal (promises 58, 60). `checkMore` looks at the running service of
 * this version before it is removed for the first time.
 */
export async function checkLife(
  report: Report,
  root: Installation,
  versions: Versions,
  checkMore: (person: Person) => Promise<void> = async () => {},
): Promise<void> {
  const step = <Result>(fact: string, act: () => Promise<Result>) => report.step(root.way, fact, act);
  const { before, current } = versions;
  try {
    await step(`${current.number} serves, from nothing`, () => installAndStart(root, current));
    const person = await step('creates an account', () => createAccount(root));
    await checkEndings(root, person, step);
    await checkMore(person);
    await step('is removed, and leaves what it says', () => root.remove());
    if (before === undefined) return report.skip(root.way, 'the upgrade: there are no artifacts of the version before');

    await step(`${before.number} serves, from nothing`, () => installAndStart(root, before));
    const loyal = await step(`${before.number} creates an account`, () => createAccount(root));
    await checkUpgrade(root, loyal, { before, current }, step);
    await step('is removed, and leaves what it says', () => root.remove());
  } finally {
    await root.dispose();
  }
}

type Step = <Result>(fact: string, act: () => Promise<Result>) => Promise<Result>;

async function installAndStart(root: Installation, version: Version): Promise<void> {
  await root.install(version);
  await root.start();
  await whenReady(root);
  const shown = (await root.vigia(['--version'])).trim();
  if (!shown.includes(version.number)) throw new Error(`vigia --version says ${shown}`);
}

/** Waits until the service answers with a login page and a database. */
async function whenReady(root: Installation): Promise<void> {
  const isReady = async () => {
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/accounts/login/'].map((path) => fetch(root.url + path)),
    );
    return answers.every(({ ok }) => ok) || undefined;
  };
  await waitFor('The service', isReady).catch(async (cause: unknown) => {
    throw new Error(`The service is not ready; its log:\n${(await root.log()).slice(-3000)}`, { cause });
  });
}

async function createAccount(root: Installation): Promise<Person> {
  const person = new Person(root.url);
  await person.register();
  await root.vigia(['user', 'staff', person.name]);
  await person.logIn();
  await person.addRule('the first');
  await person.firstSample();
  return person;
}

/** Stops, restarts and kills the service, each right after something was acknowledged. */
async function checkEndings(root: Installation, person: Person, step: Step): Promise<void> {
  await step('stops within ten seconds with 0, and is as before after a restart', async () => {
    await person.addRule('before the restart');
    await stopInTime(root);
    await root.start();
    await whenReady(root);
    await requireRules(person, ['the first', 'before the restart']);
  });
  await step('loses nothing by SIGKILL', async () => {
    await person.addRule('before the kill');
    await root.killAndStart();
    await whenReady(root);
    await requireRules(person, ['the first', 'before the restart', 'before the kill']);
    await person.logIn();
  });
}

async function checkUpgrade(
  root: Installation,
  person: Person,
  versions: Required<Versions>,
  step: Step,
): Promise<void> {
  const { before, current } = versions;
  const series = await person.series();
  const began = new Date(Date.now() - 60_000);
  await step(`is upgraded from ${before.number} without a question`, async () => {
    await stopInTime(root);
    await installAndStart(root, current);
  });
  await step('keeps accounts, tokens, rules, history and series over the upgrade', async () => {
    const upgraded = new Date();
    await requireRules(person, ['the first']);
    await person.logIn();
    if ((await person.pointsBetween(began, upgraded)) === 0) throw new Error('The history before the upgrade is gone');
    await requireKept(series, person);
  });
  await step(`refuses to go back to ${before.number}, and changes nothing`, async () => {
    await stopInTime(root);
    const sum = await root.fingerprint();
    await root.install(before);
    await root.start();
    await waitFor('The refusal', async () => /newer than this Vigia/.test(await root.log()) || undefined);
    await root.stop();
    if ((await root.fingerprint()) !== sum) throw new Error('The refused start has changed the database');
  });
  await step(`goes on with ${current.number} after that`, async () => {
    await installAndStart(root, current);
    await requireRules(person, ['the first']);
  });
}

/** Waits until `/metrics` has all of these series of machines again, with the same labels. */
export async function requireKept(series: readonly string[], person: Person): Promise<void> {
  if (series.length === 0) throw new Error('There were no series of machines');
  const lookForLost = async () => {
    const present = new Set((await person.series()).map(withoutNewLabel));
    const lost = series.filter((one) => !present.has(withoutNewLabel(one)));
    if (lost.length > 0) throw new Error(`${lost.length} of ${series.length} are missing, such as ${lost[0]}`);
    return true;
  };
  await waitFor('Every series of before', lookForLost, RARELY_MS);
}

/** Returns a series without the label that 0.3.0 has added to it, with the others in order. */
function withoutNewLabel(series: string): string {
  const [name = '', labels = ''] = series.replace(/\}$/, '').split('{');
  const parts = labels.match(/\w+="(?:[^"\\]|\\.)*"/g) ?? [];
  const isNew = (label: string) => name.startsWith('node_filesystem_') && label.startsWith('device=');
  return [name, ...parts.filter((label) => !isNew(label)).sort()].join(' ');
}

async function stopInTime(root: Installation): Promise<void> {
  const start = performance.now();
  const code = await root.stop();
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`It ended with ${code}`);
  if (seconds > STOP_SECONDS) throw new Error(`It took ${seconds.toFixed(1)} s to stop`);
}

async function requireRules(person: Person, names: readonly string[]): Promise<void> {
  const lost = missing(names, await person.ruleNames());
  if (lost.length > 0) throw new Error(`Rules are missing: ${lost.join(', ')}`);
}

function missing(wanted: readonly string[], present: readonly string[]): string[] {
  return wanted.filter((one) => !present.includes(one));
}
