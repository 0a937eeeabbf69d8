import { freePort } from '../../../test/support/processes/free-port.ts';
import { Container } from '../container.ts';
import type { Installation } from '../installation.ts';
import { loadImage } from '../load-image.ts';
import { attempt, run } from '../run.ts';
import type { Version } from '../versions.ts';
import { VolumeReader } from '../volume-reader.ts';

/** Every restriction that docs/operations/install.md names, and little memory. */
const RESTRICTED = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --memory 256m'.split(' ');

/** The container image, loaded from its archive, with its data in a volume. Each version is a container made anew. */
export class ImageInstallation implements Installation {
  readonly way: string;
  readonly url: string;
  readonly #name: string;
  readonly #options: readonly string[];
  /** Name of the image of the installed version. */
  image = '';
  #container: Container | undefined;

  private constructor(way: string, port: number, options: readonly string[]) {
    this.way = way;
    this.url = `http://127.0.0.1:${port}`;
    this.#name = `vigia-check-${port}`;
    const volume = `${this.#name}:/data`;
    this.#options = ['--publish', `127.0.0.1:${port}:8000`, '--volume', volume, ...RESTRICTED, ...options];
  }

  static async create(way: string, options: readonly string[]): Promise<ImageInstallation> {
    return new ImageInstallation(way, await freePort(), options);
  }

  async install(version: Version): Promise<void> {
    await this.#container?.remove();
    this.#container = undefined;
    this.image = await loadImage(version.fileOf('image'));
  }

  async start(): Promise<void> {
    if (this.#container) await this.#container.start();
    else this.#container = await Container.start(this.#name, ...this.#options, this.image);
  }

  /** Removes the container, so that the next start makes it anew, as an upgrade does. */
  async recreate(): Promise<void> {
    await this.#running.remove();
    this.#container = undefined;
    await this.start();
  }

  stop(): Promise<number> {
    return this.#running.stop();
  }

  async killAndStart(): Promise<void> {
    await this.#running.kill();
    await this.#running.start();
  }

  vigia(args: readonly string[], input?: string): Promise<string> {
    return this.#running.exec(['vigia', ...args], input);
  }

  /** Runs the health check of the image. @throws if it fails. */
  async checkHealth(): Promise<void> {
    await this.#running.exec(['node', '/app/bin/check-health.js']);
  }

  log(): Promise<string> {
    return this.#running.log();
  }

  fingerprint(): Promise<string> {
    return new VolumeReader(this.#name).sumOf('vigia.sqlite');
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.#container?.remove();
    this.#container = undefined;
    const files = await new VolumeReader(this.#name).list();
    const unknown = files.filter((file) => !DATA_FILES.test(file));
    if (unknown.length > 0) throw new Error(`The volume has files of no known purpose: ${unknown.join(', ')}`);
    await run(['podman', 'volume', 'rm', this.#name]);
  }

  async dispose(): Promise<void> {
    await this.#container?.remove();
    await attempt(['podman', 'volume', 'rm', '--force', this.#name]);
  }

  get #running(): Container {
    if (!this.#container) throw new Error('There is no container');
    return this.#container;
  }
}

/** The files of the data folder that docs/settings.md names. */
const DATA_FILES = /^(vigia\.sqlite|secret_key|host_id|address)$/;
