import './room-list.css';
import { Suspense } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { Page } from '../../../components/layout/page';
import { Section } from '../../../components/layout/section';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { formatTimestamp } from '../../../lib/i18n/format';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { paths, teacherRoomPath } from '../../../paths';
import { ClassList } from '../classes/class-list';
import { type ListedRoom, RoomsQuery } from '../classroom.operations';
import { OpenRoomForm } from './open-room-form';

const fetchPrepareLesson = () => import('../preparation/prepare-lesson');
const PrepareLesson = lazyPart(fetchPrepareLesson);

/** Lists the teacher's rooms and classes, with a form to open a room and the exercises prepared for the next lesson. */
export function RoomList() {
  const [{ data, error }, ask] = useQuery({ query: RoomsQuery, requestPolicy: 'network-only' });
  const classes = data?.schoolClasses ?? [];
  return (
    <Page title={t('ui.classroom.title')} lead={t('ui.classroom.lead')}>
      <OpenRoomForm classNames={classes.map(({ name }) => name)} />
      <p className="room-join">
        <Link href={paths.room}>{t('ui.classroom.joinOther')}</Link>
      </p>
      {error && !data && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!error && !data && <Loading />}
      {data && data.rooms.length > 0 && (
        <Section title={t('ui.classroom.rooms')} about={t('ui.classroom.roomsAbout')}>
          <ul className="room-list">
            {data.rooms.map((room) => (
              <RoomRow key={room.code} room={room} />
            ))}
          </ul>
        </Section>
      )}
      {classes.length > 0 && <ClassList classes={classes} />}
      <Suspense>
        <PrepareLesson />
      </Suspense>
    </Page>
  );
}

function RoomRow({ room: { code, isOpen, openedAt, expiresAt, keepsResultsAs } }: { room: ListedRoom }) {
  const opened = formatTimestamp(new Date(openedAt));
  const expires = formatTimestamp(new Date(expiresAt));
  return (
    <li>
      <Link href={teacherRoomPath(code)}>
        <span className="room-list-code">{code}</span>
        <span>
          {t(isOpen ? 'ui.classroom.isOpen' : 'ui.classroom.isClosed')}
          {keepsResultsAs !== null && <span className="room-list-class"> · {keepsResultsAs}</span>}
          <span className="hint">{t('ui.classroom.openedUntil', { opened, expires })}</span>
        </span>
      </Link>
    </li>
  );
}
