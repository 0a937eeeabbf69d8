import { deflateRawSync } from 'node:zlib';

/** Series of a machine as an agent sends them: names and labels, and values in their order. */
export interface ToldFamilies {
  readonly shape: readonly (readonly [name: string, labels: readonly string[], values: readonly string[]])[];
  readonly values: readonly number[];
}

/** Reads the families in a text for Prometheus, as far as an agent may send them. */
export function readFamilies(text: string): ToldFamilies {
  const families = new Map<
    string,
    { readonly labels: readonly string[]; readonly series: string[]; values: number[] }
  >();
  for (const [, name = '', labels = '', value] of text.matchAll(/^(node_\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="((?:\\.|[^"\\])*)"/g)];
    const family = families.get(name) ?? { labels: pairs.map(([, label = '']) => label), series: [], values: [] };
    families.set(name, family);
    family.series.push(...pairs.map(([, , text = '']) => text));
    family.values.push(Number(value));
  }
  return {
    shape: [...families].map(([name, { labels, series }]) => [name, labels, series]),
    values: [...families.values()].flatMap(({ values }) => values),
  };
}

/** Answers the questions of a hub as an agent does: names once, a third of the values changed each time. */
export function createAnswers({ shape, values }: ToldFamilies): (id: number) => object {
  let isFirst = true;
  let present = [...values];
  return (id) => {
    present = present.map((value) => (Math.random() < 1 / 3 ? value + Math.floor(Math.random() * 1000) : value));
    const form = { ...(isFirst && { shape }), values: present };
    isFirst = false;
    return { families: { id, data: deflateRawSync(JSON.stringify(form)).toString('base64'), more: false } };
  };
}
