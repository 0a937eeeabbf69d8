import { exerciseAt, isSeed, normalSeed } from '../../../../../src/features/conversion/rules/exercises/exercise';
import { isSheetVersion } from '../../../../../src/features/conversion/rules/exercises/sheet';
import { exerciseKinds, isExerciseLevel } from '../../../../../src/features/conversion/rules/exercises/task';
import { isNotation } from '../../../../../src/features/conversion/rules/logic/notation';
import { PREPARED_MAX, type PreparedExercise } from '../../../components/exercises/prepared-exercises';
import { parseSheetLink } from '../../../components/exercises/sheet-address';
import { preparedOf } from '../../../components/exercises/sheet-exercises';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import { EXERCISE_PARAMETER } from './prepared-link';

/** Messages of the exercises that are drawn here, besides those of the page. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=rules.exercise,rules.expression',
    import: 'default',
  }),
);

/** The part that the paths of all pages for signed-in users have in common. */
const PATH_START = '/sistema/';

/**
 * Returns the exercises of a link to a sheet or to a list of prepared exercises, from whichever Vigia, at most as many as
 * a list takes; none if it is no such link. Loaded after the page, which the rules of the exercises would make larger.
 */
export function preparedFromLink(text: string): PreparedExercise[] {
  const start = text.indexOf(PATH_START);
  if (start < 0) return [];
  const link = new URL(text.slice(start).trim(), location.origin);
  if (link.pathname === paths.classroom) {
    // A link may be written by hand, and each exercise takes time to draw.
    return link.searchParams.getAll(EXERCISE_PARAMETER).slice(0, PREPARED_MAX).flatMap(readExercise);
  }
  const sheet = parseSheetLink(link);
  return sheet ? preparedOf(sheet) : [];
}

/** Returns an exercise of a list, alone in a list; none if it is not valid. */
function readExercise(text: string): PreparedExercise[] {
  const [name, levelText, versionText, position, notationName, ...seedParts] = text.split('.');
  const kind = exerciseKinds.find((one) => one === name);
  const [level, version, seed] = [Number(levelText), Number(versionText), seedParts.join('.')];
  if (!kind || !isExerciseLevel(level) || !isSheetVersion(version) || !isSeed(seed)) return [];
  const notation = isNotation(notationName) ? notationName : null;
  const sheet = { kind, level, version, seed: normalSeed(seed) };
  const exercise = exerciseAt(sheet, Number(position), notation ?? undefined);
  if (!exercise) return [];
  const { question, solution } = exercise;
  return [{ ...sheet, position: Number(position), notation, question: t(question), solution }];
}
