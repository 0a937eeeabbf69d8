import { CSV_LINE_END, csvCell } from '../../../../../src/shared/text/csv-cell';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { Lesson, Pupil } from './class.operations';
import { totalOf } from './results';

/** Writes the results of a class as CSV (RFC 4180): a row for each pupil, two columns for each lesson, oldest first. */
export function classCsv(lessons: readonly Lesson[], pupils: readonly Pupil[]): string {
  const inTime = lessons.toReversed();
  const heading = [
    t('ui.schoolClass.nickname'),
    t('ui.schoolClass.totalSolved'),
    t('ui.schoolClass.totalSent'),
    ...inTime.flatMap(({ heldAt, exerciseCount: count }) => {
      const time = formatTimestamp(new Date(heldAt));
      return [t('ui.schoolClass.csvSolved', { time, count }), t('ui.schoolClass.csvAnswered', { time })];
    }),
  ];
  const rows = pupils.map((pupil) => {
    const { solved, sent } = totalOf(pupil, lessons);
    const byLesson = new Map(pupil.results.map((result) => [result.lesson, result]));
    const cells = inTime.flatMap(({ id }) => {
      const result = byLesson.get(id);
      return result ? [String(result.solved), String(result.answered)] : ['', ''];
    });
    return [pupil.nickname, String(solved), String(sent), ...cells];
  });
  return [heading, ...rows].map((cells) => cells.map(csvCell).join(',') + CSV_LINE_END).join('');
}
