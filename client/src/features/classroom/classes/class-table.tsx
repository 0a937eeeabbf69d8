import './class-table.css';
import { exerciseKindNames } from '../../../components/exercises/kind-names';
import { WideArea } from '../../../components/layout/wide-area';
import { dateFormat, formatTimestamp } from '../../../lib/i18n/format';
import { pageLocale } from '../../../lib/i18n/language';
import { t } from '../../../lib/i18n/t';
import type { Lesson, Pupil, SchoolClass } from './class.operations';
import { inOrder, totalOf } from './results';

interface ClassTableProps {
  schoolClass: SchoolClass;
  pupils: readonly Pupil[];
}

/** The results of a class: a row for each pupil, a column for each lesson, the newest first. */
export function ClassTable({ schoolClass: { name, lessons }, pupils }: ClassTableProps) {
  return (
    <WideArea label={t('ui.schoolClass.table', { name })}>
      <table className="data-table class-table">
        <thead>
          <tr>
            <th scope="col">{t('ui.schoolClass.nickname')}</th>
            <th scope="col" className="number-cell">
              {t('ui.schoolClass.total')}
            </th>
            {lessons.map((lesson) => (
              <LessonHeading key={lesson.id} lesson={lesson} />
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(pupils, pageLocale()).map((pupil) => (
            <PupilRow key={pupil.nickname} pupil={pupil} lessons={lessons} />
          ))}
        </tbody>
      </table>
    </WideArea>
  );
}

function LessonHeading({ lesson: { heldAt, kinds } }: { lesson: Lesson }) {
  const time = new Date(heldAt);
  const names = kinds.map((kind) => t(exerciseKindNames[kind])).join(', ');
  return (
    <th scope="col" className="number-cell">
      <time dateTime={heldAt} title={`${formatTimestamp(time)}: ${names}`}>
        {dateFormat({ day: 'numeric', month: 'short' }).format(time)}
      </time>
      <span className="class-table-kinds">{names}</span>
    </th>
  );
}

function PupilRow({ pupil, lessons }: { pupil: Pupil; lessons: readonly Lesson[] }) {
  const total = totalOf(pupil, lessons);
  const byLesson = new Map(pupil.results.map((result) => [result.lesson, result]));
  return (
    <tr>
      <th scope="row">{pupil.nickname}</th>
      <td className="number-cell class-table-total">
        <Share solved={total.solved} sent={total.sent} />
      </td>
      {lessons.map(({ id, exerciseCount }) => {
        const result = byLesson.get(id);
        return (
          <td key={id} className="number-cell">
            {result ? <Share solved={result.solved} sent={exerciseCount} answered={result.answered} /> : <Absent />}
          </td>
        );
      })}
    </tr>
  );
}

/** Shows how many exercises were solved of those sent, and how many were answered if some were not. */
function Share({ solved, sent, answered = sent }: { solved: number; sent: number; answered?: number }) {
  return (
    <>
      {solved}
      <span className="unit">/{sent}</span>
      {answered < sent && (
        <span className="class-table-answered">{t('ui.schoolClass.answered', { count: answered })}</span>
      )}
    </>
  );
}

function Absent() {
  return (
    <>
      <span aria-hidden="true" className="unit">
        –
      </span>
      <span className="visually-hidden">{t('ui.schoolClass.absent')}</span>
    </>
  );
}
