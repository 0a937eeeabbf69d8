/** Names of the days in canonical expressions, Monday first. */
export const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Full names of the days without accents, in the order of {@link dayNames}. */
const FULL_NAMES = [
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'],
  ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
];

/** All days, from 1 (Monday) to 7 (Sunday). */
export const allDays: readonly number[] = dayNames.map((_, index) => index + 1);

/**
 * Returns the number of a day given at least three letters of its name, in lower case and without accents: `seg`,
 * `mon`, `miercoles`.
 */
export function dayNumber(word: string): number | undefined {
  if (word.length < 3) return undefined;
  for (const names of FULL_NAMES) {
    const index = names.findIndex((name) => name.startsWith(word));
    if (index >= 0) return index + 1;
  }
  return undefined;
}

/** Lists the days from one to another, wrapping around after Sunday. */
export function daysBetween(first: number, last: number): number[] {
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => ((first - 1 + index) % 7) + 1);
}

/** Writes days, given in ascending order, in canonical form: `mon-fri`, `mon, wed-fri`. */
export function textOfDays(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day: number | undefined) => dayNames[(day ?? 1) - 1];
  return runs.map((run) => (run.length === 1 ? name(run[0]) : `${name(run[0])}-${name(run.at(-1))}`)).join(', ');
}
