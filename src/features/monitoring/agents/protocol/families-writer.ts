import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { MetricFamily } from '../../exposition/metric-family.js';
import { FAMILIES_MAX } from './families-bounds.js';
import type { FamiliesForm, FamiliesShape } from './families-form.js';
import type { FamiliesMessage } from './schemas.js';
import { sentText } from './sent-text.js';

/**
 * Writes the families of one connection. Only values change from one answer to the next as a rule, so names and labels are
 * sent when they differ from those sent before, of which a hash is kept.
 */
export class FamiliesWriter {
  #sentShape = '';

  /** Returns the messages of an answer. */
  write(id: number, families: readonly MetricFamily[]): FamiliesMessage[] {
    const packed = this.#pack(families);
    const count = Math.max(1, Math.ceil(packed.length / FAMILIES_MAX.partLength));
    return Array.from({ length: count }, (_, at) => ({
      families: {
        id,
        data: packed.slice(at * FAMILIES_MAX.partLength, (at + 1) * FAMILIES_MAX.partLength),
        more: at < count - 1,
      },
    }));
  }

  /** Returns an answer that a hub accepts, with fewer of the families if need be. */
  #pack(families: readonly MetricFamily[]): string {
    for (let most: number = FAMILIES_MAX.series; most >= 1; most = Math.floor(most / 2)) {
      const { shape, values } = bounded(families, most);
      const text = JSON.stringify(shape);
      const hash = createHash('sha256').update(text).digest('base64');
      const json = JSON.stringify({ ...(hash !== this.#sentShape && { shape }), values } satisfies FamiliesForm);
      if (Buffer.byteLength(json) > FAMILIES_MAX.unpackedBytes) continue;
      const packed = deflateRawSync(json).toString('base64');
      if (packed.length > FAMILIES_MAX.packedLength) continue;
      this.#sentShape = hash;
      return packed;
    }
    throw new Error('A single series is too large to be sent');
  }
}

/** Takes the families, in order, that have at most so many series together. */
function bounded(families: readonly MetricFamily[], most: number) {
  const shape: FamiliesShape = [];
  const sent: number[] = [];
  for (const { name, values: all } of families.slice(0, FAMILIES_MAX.families)) {
    const values = all.filter(({ value }) => Number.isFinite(value));
    if (values.length === 0 || sent.length + values.length > most) continue;
    const labels = Object.keys(values[0]?.labels ?? {});
    shape.push([
      name,
      labels,
      values.flatMap(({ labels: own = {} }) =>
        labels.map((label) => sentText(own[label] ?? '', FAMILIES_MAX.labelLength)),
      ),
    ]);
    for (const { value } of values) sent.push(value);
  }
  return { shape, values: sent };
}
