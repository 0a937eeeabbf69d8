import { run } from './run.ts';

/** Loads the image of an archive. @returns its name. */
export async function loadImage(archive: string): Promise<string> {
  const out = await run(['podman', 'load', '--quiet', '--input', archive]);
  const [, name] = /Loaded image(?:\(s\))?: (\S+)/.exec(out) ?? [];
  if (name === undefined) throw new Error(`podman load said: ${out}`);
  return name;
}
