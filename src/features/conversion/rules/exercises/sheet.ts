export const EXERCISES_OF_SHEET = 10;

/**
 * Versions of the algorithm that draws sheets from seeds. Sheets are printed and linked to, so a seed must always give
 * the same sheet: any change to drawing requires a new version, with the others kept. Version 1 refuses only repeated
 * tasks, version 2 also tasks that are alike, such as `A XOR B` and `B XOR A`.
 */
export const sheetVersions = [1, 2] as const;

export type SheetVersion = (typeof sheetVersions)[number];

/** Version of sheets that do not name theirs, as links and programs from before there was a second one. */
export const FIRST_SHEET_VERSION: SheetVersion = 1;

/** Version of new sheets. */
export const SHEET_VERSION: SheetVersion = 2;

export function isSheetVersion(number: unknown): number is SheetVersion {
  return sheetVersions.some((version) => version === number);
}
