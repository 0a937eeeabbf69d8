import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../../../test/support/processes/free-port.ts';
import { Container } from '../container.ts';
import type { Installation } from '../installation.ts';
import { loadImage } from '../load-image.ts';
import { attempt, run } from '../run.ts';
import type { Version } from '../versions.ts';
import { VolumeReader } from '../volume-reader.ts';
import { waitFor } from '../wait-for.ts';

const PASSWORD_OF_DATABASE = 'checkedonly';

/** The compose files of `deploy/`, with another port on this machine, for SQLite or with a container for PostgreSQL. */
export class ComposeInstallation implements Installation {
  readonly way: string;
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'vigia-compose-'));
  readonly #port: number;
  readonly #files: readonly string[];
  #image = '';

  private constructor(way: string, port: number, files: readonly string[]) {
    this.way = way;
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#files = files;
    cpSync('deploy', this.#folder, { recursive: true });
  }

  /** Prepares a composition of `compose.yaml` and further files beside it. */
  static async create(way: string, ...further: readonly string[]): Promise<ComposeInstallation> {
    return new ComposeInstallation(way, await freePort(), ['compose.yaml', ...further]);
  }

  async install(version: Version): Promise<void> {
    const isUpgrade = this.#image !== '';
    this.#image = await loadImage(version.fileOf('image'));
    for (const file of this.#files) this.#write(file);
    // Compose for Docker replaces containers of another image by itself, that for Podman does not.
    if (isUpgrade) await this.#down();
  }

  async start(): Promise<void> {
    await this.#compose('up', '--detach');
  }

  async stop(): Promise<number> {
    return this.#service.stop();
  }

  /** The policy of the composition starts it again. */
  async killAndStart(): Promise<void> {
    const killed = await this.#service.processId();
    process.kill(killed, 'SIGKILL');
    await waitFor('Another process', async () => {
      const pid = await this.#service.processId();
      return (pid !== killed && pid !== 0) || undefined;
    });
  }

  vigia(args: readonly string[], input?: string): Promise<string> {
    return this.#service.exec(['vigia', ...args], input);
  }

  log(): Promise<string> {
    return this.#service.log();
  }

  async fingerprint(): Promise<string> {
    if (!this.#files.includes('compose.postgresql.yaml'))
      return new VolumeReader(`${this.#project}_data`).sumOf('vigia.sqlite');
    const database = Container.named(`${this.#project}_database_1`);
    const dump = 'pg_dump --username=vigia vigia | grep --invert-match restrict | sha256sum';
    return database.exec(['sh', '-c', dump]);
  }

  async remove(): Promise<void> {
    await this.#down();
    for (const volume of await this.#volumes()) await run(['podman', 'volume', 'rm', volume]);
    this.#image = '';
  }

  async dispose(): Promise<void> {
    await this.#compose('down').catch(() => {});
    for (const volume of await this.#volumes()) await run(['podman', 'volume', 'rm', '--force', volume]);
    await attempt(['podman', 'network', 'rm', '--force', `${this.#project}_front`]);
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * Removes the containers. That for Podman ends with 0 though one stays, as one may that its policy is just starting
   * again.
   */
  async #down(): Promise<void> {
    await waitFor('The removal of the containers', async () => {
      await this.#compose('down');
      const left = await run(['podman', 'ps', '--all', '--filter', `name=${this.#project}`, '--quiet']);
      return left === '' || undefined;
    });
  }

  /** Writes one of the files with a port and a network of its own and the image of the installed version. */
  #write(file: string): void {
    const content = readFileSync(join('deploy', file), 'utf8')
      .replace('127.0.0.1:8000:', `127.0.0.1:${this.#port}:`)
      .replaceAll('172.30.0.', `172.30.${this.#port % 250}.`)
      .replaceAll(/image: vigia:.*/g, `image: ${this.#image}`);
    writeFileSync(join(this.#folder, file), content);
  }

  async #compose(...args: readonly string[]): Promise<void> {
    const env = { ...process.env, POSTGRES_PASSWORD: PASSWORD_OF_DATABASE };
    await run(this.#command(...args), { cwd: this.#folder, env });
  }

  get #project(): string {
    return basename(this.#folder).toLowerCase();
  }

  get #service(): Container {
    return Container.named(`${this.#project}_vigia_1`);
  }

  #command(...args: readonly string[]): string[] {
    const files = this.#files.flatMap((file) => ['--file', join(this.#folder, file)]);
    return ['podman-compose', '--project-name', this.#project, ...files, ...args];
  }

  async #volumes(): Promise<string[]> {
    const out = await run(['podman', 'volume', 'ls', '--quiet', '--filter', `name=^${this.#project}_`]);
    return out.split('\n').filter((line) => line !== '');
  }
}
