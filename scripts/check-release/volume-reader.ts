import { debianRoot } from './debian-root.ts';
import { run } from './run.ts';

/** Reads a volume by means of a container of its own, since the image of Vigia has no shell. */
export class VolumeReader {
  readonly #volume: string;

  constructor(volume: string) {
    this.#volume = volume;
  }

  async sumOf(file: string): Promise<string> {
    return (await this.#run('sha256sum', `/data/${file}`)).trim();
  }

  async list(): Promise<string[]> {
    const out = await this.#run('find', '/data', '-type', 'f', '-printf', '%P\\n');
    return out.split('\n').filter((line) => line !== '');
  }

  async #run(...command: readonly string[]): Promise<string> {
    const image = await debianRoot('bookworm');
    return run([
      'podman',
      'run',
      '--rm',
      '--network',
      'none',
      '--volume',
      `${this.#volume}:/data:ro`,
      image,
      ...command,
    ]);
  }
}
