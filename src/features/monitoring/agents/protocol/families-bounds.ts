/** Bounds of what an agent tells of its machine at a time (promise 57). */
export const FAMILIES_MAX = {
  /** As many as a machine with 256 processors has, five times over. */
  series: 20_000,
  families: 2000,
  /** Labels of a series, and the length of their names and of the family's. */
  labels: 16,
  nameLength: 100,
  /** Length of the value of a label. */
  labelLength: 1024,
  /** Base64 in one message, so that it fits with what is around it. */
  partLength: 60_000,
  /** Base64 in all parts of an answer, and what that unpacks to. */
  packedLength: 300_000,
  unpackedBytes: 2_000_000,
} as const;
