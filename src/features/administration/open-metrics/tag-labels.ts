const PREFIX = 'tag';

/**
 * Names a label of Prometheus for each tag: `tag_` and the tag in letters, digits and underscores, without accents. Of
 * several tags that would get the same name, the later ones in alphabetical order get a number appended.
 */
export function nameTagLabels(tags: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const tag of [...new Set(tags)].sort()) {
    const wanted = [
      PREFIX,
      ...(tag
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .match(/[a-zA-Z0-9]+/g) ?? []),
    ].join('_');
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
    taken.add(name);
    names.set(tag, name);
  }
  return names;
}
