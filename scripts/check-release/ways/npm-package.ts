import { existsSync } from 'node:fs';
import { freePort } from '../../../test/support/processes/free-port.ts';
import { Container } from '../container.ts';
import { debianRoot } from '../debian-root.ts';
import { listFiles, requireNothingLeft } from '../files.ts';
import type { Installation } from '../installation.ts';
import type { NodeRuntime } from '../node-runtime.ts';
import type { Version } from '../versions.ts';
import { waitFor } from '../wait-for.ts';

const USER = 'lookout';
const HOME = `/home/${USER}`;
const DATA = `${HOME}/data`;
/** Of npm itself, of the check, and what stays by intention: the data. */
const NOT_COMPARED = ['/root', HOME];

/** The npm package, installed by root on a bare Node.js and started by a user without rights in its home. */
export class NpmInstallation implements Installation {
  readonly way: string;
  readonly url: string;
  readonly #root: Container;
  #filesBefore: ReadonlySet<string> | undefined;

  private constructor(way: string, port: number, root: Container) {
    this.way = way;
    this.url = `http://127.0.0.1:${port}`;
    this.#root = root;
  }

  static async create(way: string, runtime: NodeRuntime): Promise<NpmInstallation> {
    const port = await freePort();
    const image = await debianRoot('bookworm');
    const published = ['--publish', `127.0.0.1:${port}:8000`];
    const root = await Container.start(
      `vigia-check-${port}`,
      ...published,
      ...registryOptions(),
      image,
      'sleep',
      'infinity',
    );
    await root.copyInto(runtime.program, '/usr/local/bin/node');
    await root.exec(['mkdir', '--parents', '/usr/local/lib/node_modules']);
    await root.copyInto(runtime.npm, '/usr/local/lib/node_modules/npm');
    await root.exec(['ln', '--symbolic', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']);
    await root.exec(['useradd', '--create-home', USER]);
    return new NpmInstallation(way, port, root);
  }

  async install(version: Version): Promise<void> {
    this.#filesBefore ??= await listFiles(this.#root, NOT_COMPARED);
    await this.#root.copyInto(version.fileOf('npm'), '/root/vigia.tgz');
    await this.#root.exec(['npm', 'install', '--global', '/root/vigia.tgz']);
  }

  async start(): Promise<void> {
    if (await this.#isRunning()) return;
    const script = `cd ${HOME}; vigia >log 2>&1 & echo $! >pid; wait $!; echo $? >code`;
    await this.#root.exec(['rm', '--force', `${HOME}/code`, `${HOME}/log`]);
    await this.#root.spawn(this.#asUser('HOST=0.0.0.0', 'sh', '-c', script));
    await waitFor('A process', async () => (await this.#read('log')) || (await this.#read('code')) || undefined);
  }

  async stop(): Promise<number> {
    await this.#signal('TERM');
    return Number(await waitFor('The exit code', async () => (await this.#read('code')) || undefined));
  }

  async killAndStart(): Promise<void> {
    await this.#signal('KILL');
    await waitFor('The end', async () => (await this.#read('code')) || undefined);
    await this.start();
  }

  vigia(args: readonly string[], input?: string): Promise<string> {
    return this.#root.exec(this.#asUser('sh', '-c', `cd ${HOME}; exec vigia "$@"`, 'sh', ...args), input);
  }

  log(): Promise<string> {
    return this.#read('log');
  }

  fingerprint(): Promise<string> {
    return this.#root.exec(['sha256sum', `${DATA}/vigia.sqlite`]);
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.#root.exec(['npm', 'uninstall', '--global', 'vigia']);
    requireNothingLeft(this.#filesBefore ?? new Set(), await listFiles(this.#root, NOT_COMPARED));
    await this.#root.exec(['rm', '--recursive', DATA]);
  }

  dispose(): Promise<void> {
    return this.#root.remove();
  }

  #asUser(...command: readonly string[]): string[] {
    return [
      'setpriv',
      `--reuid=${USER}`,
      `--regid=${USER}`,
      '--clear-groups',
      'env',
      '--ignore-environment',
      ...['PATH=/usr/local/bin:/usr/bin:/bin', `HOME=${HOME}`, ...command],
    ];
  }

  async #isRunning(): Promise<boolean> {
    return (await this.#read('pid')) !== '' && (await this.#read('code')) === '';
  }

  async #signal(signal: string): Promise<void> {
    const pid = await this.#read('pid');
    await this.#root.attempt(['kill', '-s', signal, pid]);
  }

  /** Returns what a file in the home of the user says; empty if there is none. */
  async #read(file: string): Promise<string> {
    return (await this.#root.attempt(['cat', `${HOME}/${file}`])).out.trim();
  }
}

/** Lets npm in the container reach the registry as npm on this machine does, through its certificates and settings. */
function registryOptions(): string[] {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const own = `${process.env.HOME}/.npmrc`;
  return [
    ...(certificates ? ['--volume', `${certificates}:/etc/extra-certificates.pem:ro`] : []),
    ...(certificates ? ['--env', 'NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem'] : []),
    ...(existsSync(own) ? ['--volume', `${own}:/root/.npmrc:ro`] : []),
  ];
}
