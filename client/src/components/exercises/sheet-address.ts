import {
  type SheetName as DrawnSheetName,
  isSeed,
  normalSeed,
} from '../../../../src/features/conversion/rules/exercises/exercise';
import {
  findPartsProblem,
  type MixedSheetName,
  type SheetPart,
} from '../../../../src/features/conversion/rules/exercises/mixed-sheet';
import {
  FIRST_SHEET_VERSION,
  isSheetVersion,
  SHEET_VERSION,
} from '../../../../src/features/conversion/rules/exercises/sheet';
import {
  exerciseKinds,
  exerciseLevels,
  isExerciseLevel,
} from '../../../../src/features/conversion/rules/exercises/task';
import { isNotation, type Notation } from '../../../../src/features/conversion/rules/logic/notation';
import { paths } from '../../paths';

/** Identifies a sheet, of one kind or of several. */
export type SheetName = Required<DrawnSheetName> | MixedSheetName;

/** A sheet as the page shows it. */
export type ShownSheet = SheetName & {
  /** Notation of expressions; undefined until the user chooses one. */
  readonly notation: Notation | undefined;
};

/** The parts of a query string that name a sheet; an empty or missing one has its default. */
const parameters = ['exercise', 'level', 'parts', 'seed', 'v', 'symbols'] as const;

type SheetState = Readonly<Record<(typeof parameters)[number], string>>;

/** The sheet's path, without its query string. */
const PATH = `${paths.converter}praticar/`;

/** Parses the sheet from the query string; missing or invalid parts get their defaults. */
export function parseSheet(state: SheetState): ShownSheet {
  const [level, version] = [Number(state.level), Number(state.v)];
  const seed = isSeed(state.seed) ? normalSeed(state.seed) : '';
  const notation = isNotation(state.symbols) ? state.symbols : undefined;
  const parts = parseParts(state.parts);
  if (parts.length > 0) return { parts, seed, notation };
  return {
    kind: exerciseKinds.find((kind) => kind === state.exercise) ?? exerciseKinds[0],
    level: isExerciseLevel(level) ? level : 1,
    seed,
    version: isSheetVersion(version) ? version : FIRST_SHEET_VERSION,
    notation,
  };
}

/** Returns the part of the page's state that names a sheet. */
export function formatSheet(sheet: ShownSheet): SheetState {
  const shared = { seed: sheet.seed, symbols: sheet.notation ?? '' };
  if ('parts' in sheet) {
    // The state of a page without a sheet, which the query string leaves out.
    const nothing = { exercise: exerciseKinds[0], level: String(exerciseLevels[0]), v: '' };
    return { ...nothing, ...shared, parts: formatParts(sheet.parts) };
  }
  const { kind, level, version } = sheet;
  const v = version === FIRST_SHEET_VERSION ? '' : String(version);
  return { ...shared, exercise: kind, level: String(level), v, parts: '' };
}

/** Identifies a sheet in a list, whatever its notation. */
export function sheetKey(sheet: SheetName): string {
  if ('parts' in sheet) return `${formatParts(sheet.parts)} ${sheet.seed}`;
  const { kind, level, seed, version } = sheet;
  // Leaves out the first version, under whose name progress was saved before there was a second one.
  return `${kind} ${level} ${seed}${version === FIRST_SHEET_VERSION ? '' : ` v${version}`}`;
}

/** Returns the sheet of another seed, in the version of new sheets. */
export function withSeed(sheet: ShownSheet, seed: string): ShownSheet {
  return 'parts' in sheet ? { ...sheet, seed } : { ...sheet, seed, version: SHEET_VERSION };
}

/** Returns a link to the sheet without any other state of the page. */
export function sheetLink(sheet: ShownSheet): string {
  const { parts, exercise, level, ...others } = formatSheet(sheet);
  const named = Object.entries({ ...(parts === '' ? { exercise, level } : { parts }), ...others });
  return `${location.origin}${PATH}?${new URLSearchParams(named.filter(([, value]) => value !== ''))}`;
}

/** Returns the sheet of a link, which may lack its origin; undefined if it is not the link of a sheet. */
export function parseSheetLink(link: URL): ShownSheet | undefined {
  if (link.pathname !== PATH) return undefined;
  const state = Object.fromEntries(parameters.map((name) => [name, link.searchParams.get(name) ?? '']));
  const sheet = parseSheet(state as SheetState);
  return sheet.seed === '' ? undefined : sheet;
}

/** Returns a seed that can be read aloud: two of the given words and a number. */
export function readableSeed(words: string, random: () => number = Math.random): string {
  const all = words.split(' ');
  const word = () => all[Math.floor(random() * all.length)] ?? 'vigia';
  return `${word()}-${word()}-${10 + Math.floor(random() * 90)}`;
}

/** Writes parts like `ADDITION.2.3-OVERFLOW.1.4`: kind, level and number of exercises. */
function formatParts(parts: readonly SheetPart[]): string {
  return parts.map(({ kind, level, count }) => `${kind}.${level}.${count}`).join('-');
}

/** Parses parts, leaving out those that are invalid or do not fit. */
function parseParts(text: string): readonly SheetPart[] {
  let parts: readonly SheetPart[] = [];
  for (const written of text === '' ? [] : text.split('-')) {
    const [name, level, count] = written.split('.');
    const kind = exerciseKinds.find((one) => one === name);
    if (!kind) continue;
    const longer = [...parts, { kind, level: Number(level), count: Number(count) } as SheetPart];
    if (findPartsProblem(longer) === undefined) parts = longer;
  }
  return parts;
}
