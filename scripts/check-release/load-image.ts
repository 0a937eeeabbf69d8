import { attempt, run } from './run.ts';

const loaded = new Set<string>();

/** Loads the image of an archive. @returns its name. */
export async function loadImage(archive: string): Promise<string> {
  const out = await run(['podman', 'load', '--quiet', '--input', archive]);
  const [, name] = /Loaded image(?:\(s\))?: (\S+)/.exec(out) ?? [];
  if (name === undefined) throw new Error(`podman load said: ${out}`);
  loaded.add(name);
  return name;
}

/** Removes the images that were loaded, unless something else uses them. */
export async function removeLoadedImages(): Promise<void> {
  for (const name of loaded) await attempt(['podman', 'rmi', name]);
}
