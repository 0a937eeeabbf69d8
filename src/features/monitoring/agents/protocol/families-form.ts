import * as z from 'zod/mini';
import { FAMILIES_MAX } from './families-bounds.js';

const name = z.string().check(z.regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/), z.maxLength(FAMILIES_MAX.nameLength));
// As in all that agents send, no control characters and lone surrogates.
const labelValue = z.string().check(z.maxLength(FAMILIES_MAX.labelLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/**
 * The series of a machine without their values: of each family the name, the names of its labels, and the values of these
 * labels, one series after the other.
 */
const shape = z
  .array(z.tuple([name, z.array(name).check(z.maxLength(FAMILIES_MAX.labels)), z.array(labelValue)]))
  .check(z.maxLength(FAMILIES_MAX.families));

/** The content of an answer: values in the order of the shape, and the shape itself when it has changed. */
export const familiesForm = z.strictObject({
  shape: z.optional(shape),
  values: z.array(z.number()).check(z.maxLength(FAMILIES_MAX.series)),
});

export type FamiliesForm = z.infer<typeof familiesForm>;
export type FamiliesShape = NonNullable<FamiliesForm['shape']>;
