import { freePort } from '../../../test/support/processes/free-port.ts';
import { Container } from '../container.ts';
import { debianRoot, SUITES, type Suite } from '../debian-root.ts';
import { listFiles, requireNothingLeft } from '../files.ts';
import type { Installation } from '../installation.ts';
import type { Version } from '../versions.ts';
import { waitFor } from '../wait-for.ts';

const DATA = '/var/lib/vigia';
const SETTINGS = '/etc/vigia/vigia.env';
/** The package manager's own records of what was once installed. */
const NOT_COMPARED = ['/var/lib/dpkg', '/root'];

/** The Debian package on a Debian that has booted systemd. */
export class DebInstallation implements Installation {
  readonly way: string;
  readonly url: string;
  readonly #root: Container;
  #filesBefore: ReadonlySet<string> | undefined;
  #takesDataAlong = false;

  private constructor(suite: Suite, port: number, root: Container) {
    this.way = `deb on Debian ${SUITES[suite]}`;
    this.url = `http://127.0.0.1:${port}`;
    this.#root = root;
  }

  static async create(suite: Suite): Promise<DebInstallation> {
    const port = await freePort();
    const boots = ['--systemd=always', '--privileged', '--publish', `127.0.0.1:${port}:8000`];
    const root = await Container.start(`vigia-check-${port}`, ...boots, await debianRoot(suite));
    await waitFor('The end of booting', async () => {
      const { out } = await root.attempt(['systemctl', 'is-system-running']);
      return /running|degraded/.test(out) || undefined;
    });
    return new DebInstallation(suite, port, root);
  }

  /** Installs the package, which starts the service, and once opens its port to this machine. */
  async install(version: Version): Promise<void> {
    this.#filesBefore ??= await listFiles(this.#root, NOT_COMPARED);
    await this.#root.copyInto(version.fileOf('deb'), '/root/vigia.deb');
    await this.#apt('install', '--allow-downgrades', '/root/vigia.deb');
    const settings = await this.#root.exec(['cat', SETTINGS]);
    if (settings.includes('\nHOST=0.0.0.0\n')) return;
    await this.#root.exec(['sh', '-c', `printf '\\nHOST=0.0.0.0\\n' >>${SETTINGS}`]);
    await this.#systemctl('restart');
  }

  async start(): Promise<void> {
    await this.#systemctl('start');
  }

  async stop(): Promise<number> {
    await this.#systemctl('stop');
    return Number(await this.#property('ExecMainStatus'));
  }

  /** The unit itself starts it again. */
  async killAndStart(): Promise<void> {
    const killed = await this.#property('MainPID');
    await this.#root.exec(['systemctl', 'kill', '--signal=KILL', 'vigia']);
    await waitFor('Another process', async () => {
      const pid = await this.#property('MainPID');
      return (pid !== killed && pid !== '0') || undefined;
    });
  }

  vigia(args: readonly string[], input?: string): Promise<string> {
    return this.#root.exec(['vigia', ...args], input);
  }

  log(): Promise<string> {
    return this.#root.exec(['journalctl', '--unit', 'vigia', '--output', 'cat', '--no-pager']);
  }

  fingerprint(): Promise<string> {
    return this.#root.exec(['sha256sum', `${DATA}/vigia.sqlite`]);
  }

  /**
   * Keeps the data the first time, as happens without an answer, and follows what purging then says; removes them with
   * all else the second time.
   */
  async remove(): Promise<void> {
    await this.#apt('remove', 'vigia');
    await this.#root.exec(['test', '-f', SETTINGS, '-a', '-f', `${DATA}/vigia.sqlite`]);
    if (this.#takesDataAlong)
      await this.#root.exec(['debconf-set-selections'], 'vigia vigia/remove-data boolean true\n');
    const said = await this.#apt('purge', 'vigia');
    if (!this.#takesDataAlong) {
      await this.#root.exec(['test', '-f', `${DATA}/vigia.sqlite`]);
      const [, command] = /^ *sudo (rm .*)$/m.exec(said) ?? [];
      if (command === undefined) throw new Error(`It does not say how to remove the data that it keeps: ${said}`);
      await this.#root.exec(['sh', '-c', command.replaceAll('sudo ', '')]);
    }
    this.#takesDataAlong = true;
    requireNothingLeft(this.#filesBefore ?? new Set(), await listFiles(this.#root, NOT_COMPARED));
    const { code } = await this.#root.attempt(['getent', 'passwd', 'vigia']);
    if (code === 0) throw new Error('The user vigia is left');
  }

  dispose(): Promise<void> {
    return this.#root.remove();
  }

  /** Runs apt without a terminal, so that a question would end it, and without waiting for the disk. */
  #apt(...args: readonly string[]): Promise<string> {
    const command =
      'DEBIAN_FRONTEND=noninteractive exec apt-get --yes --option DPkg::Options::=--force-unsafe-io "$@" 2>&1';
    return this.#root.exec(['sh', '-c', command, 'sh', ...args]);
  }

  async #systemctl(verb: string): Promise<void> {
    await this.#root.exec(['systemctl', verb, 'vigia']);
  }

  async #property(name: string): Promise<string> {
    return (await this.#root.exec(['systemctl', 'show', '--value', `--property=${name}`, 'vigia'])).trim();
  }
}
