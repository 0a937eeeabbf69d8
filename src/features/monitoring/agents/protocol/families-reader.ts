import { inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import { HostSeries, type SeriesFamily } from '../../exposition/host-series.js';
import { writeLabels } from '../../exposition/label-text.js';
import { findNodeFamily } from '../../exposition/node-families.js';
import { FAMILIES_MAX } from './families-bounds.js';
import { type FamiliesShape, familiesForm } from './families-form.js';
import { ProtocolError } from './protocol.js';

/** A family of the shape, where its values begin, and how many it has. */
interface PlacedFamily extends Omit<SeriesFamily, 'values'> {
  readonly from: number;
}

/** Reads the families of one connection, as written by `FamiliesWriter`. */
export class FamiliesReader {
  #known: readonly PlacedFamily[] | undefined;
  /** Number of values, including those of families that are not known here. */
  #count = 0;

  /**
   * Reads an answer whose parts have been put together. Families that this version does not have are left out, since a
   * newer agent may have more; names, types and helps are those of the table, whatever the agent says (promise 57).
   *
   * @throws {ProtocolError} if it is malformed.
   */
  read(packed: string): HostSeries {
    const { success, data } = z.safeParse(familiesForm, unpack(packed));
    if (!success) throw new ProtocolError('families: not as they have to be');
    if (data.shape) this.#take(data.shape);
    if (!this.#known) throw new ProtocolError('families: values without names');
    if (data.values.length !== this.#count)
      throw new ProtocolError('families: another number of values than of series');
    return new HostSeries(
      this.#known.map(({ from, ...family }) => ({
        ...family,
        values: data.values.slice(from, from + family.labels.length),
      })),
    );
  }

  #take(shape: FamiliesShape): void {
    const known: PlacedFamily[] = [];
    let from = 0;
    const names = new Set<string>();
    for (const [name, labels, values] of shape) {
      if (names.has(name)) throw new ProtocolError('families: one twice');
      names.add(name);
      const texts = writeSeries(labels, values, FAMILIES_MAX.series - from);
      const family = findNodeFamily(name);
      // A newer agent may have labels that this version does not know.
      if (family && family.labels.join() === labels.join()) {
        known.push({ name, type: family.type, help: family.help, labels: texts, from });
      }
      from += texts.length;
    }
    this.#known = known;
    this.#count = from;
  }
}

/**
 * Returns the labels of each series as text.
 *
 * @throws {ProtocolError} if values are missing, a series is there twice, or there are more than `most`: a few kilobytes
 * unpack to hundreds of thousands, which would take half a second to write.
 */
function writeSeries(names: readonly string[], values: readonly string[], most: number): string[] {
  if (names.length === 0 && values.length === 0) return [''];
  if (names.length === 0 || values.length % names.length !== 0) throw new ProtocolError('families: missing labels');
  const count = values.length / names.length;
  if (count > most) throw new ProtocolError('families: too many series');
  const texts = Array.from({ length: count }, (_, series) =>
    writeLabels(names.map((name, at) => [name, values[series * names.length + at] ?? ''])),
  );
  if (new Set(texts).size !== count) throw new ProtocolError('families: a series twice');
  return texts;
}

function unpack(packed: string): unknown {
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: FAMILIES_MAX.unpackedBytes });
    return JSON.parse(json.toString());
  } catch {
    throw new ProtocolError('families: cannot be unpacked');
  }
}
