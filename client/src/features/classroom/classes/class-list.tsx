import { Link } from 'wouter';
import { Section } from '../../../components/layout/section';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { schoolClassPath } from '../../../paths';
import type { ListedClass } from '../classroom.operations';

/** Lists the classes whose results are kept, the most recently taught first. */
export function ClassList({ classes }: { classes: readonly ListedClass[] }) {
  return (
    <Section title={t('ui.classroom.classes')} about={t('ui.classroom.classesAbout')}>
      <ul className="room-list">
        {classes.map(({ id, name, lessons }) => (
          <li key={id}>
            <Link href={schoolClassPath(id)}>
              <span>
                <span className="class-list-name">{name}</span>
                <span className="hint">
                  {t('ui.classroom.lessonCount', { count: lessons.length })}
                  {lessons[0] &&
                    `; ${t('ui.classroom.lastLesson', { time: formatTimestamp(new Date(lessons[0].heldAt)) })}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
