import './room-list.css';
import { Suspense, useState } from 'react';
import { useQuery } from 'urql';
import { Link, useLocation } from 'wouter';
import { ActionForm } from '../../components/forms/action-form';
import { Page } from '../../components/layout/page';
import { Section } from '../../components/layout/section';
import { Failure, Loading } from '../../components/status/states';
import { describeFailure } from '../../lib/graphql/describe-failure';
import { useAction } from '../../lib/graphql/use-action';
import { formatTimestamp } from '../../lib/i18n/format';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { paths } from '../../paths';
import { type ListedRoom, OpenRoom, RoomsQuery } from './classroom.operations';

const fetchPrepareLesson = () => import('./prepare-lesson');
const PrepareLesson = lazyPart(fetchPrepareLesson);

/** Lists the teacher's rooms, with a form to open one and the exercises prepared for the next lesson. */
export function RoomList() {
  const [{ data, error }, ask] = useQuery({ query: RoomsQuery, requestPolicy: 'network-only' });
  return (
    <Page title={t('ui.classroom.title')} lead={t('ui.classroom.lead')}>
      <OpenRoomForm />
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
      <Suspense>
        <PrepareLesson />
      </Suspense>
    </Page>
  );
}

function OpenRoomForm() {
  const [, navigate] = useLocation();
  const [allowGuests, setAllowGuests] = useState(true);
  const { progress, run } = useAction(OpenRoom);
  const open = async () => {
    const opened = await run({ allowGuests });
    if (opened) navigate(teacherPath(opened.openRoom.code));
  };
  return (
    <ActionForm progress={progress} ready action={t('ui.classroom.open')} done={t('ui.classroom.opened')} onSend={open}>
      <label className="room-guests">
        <input type="checkbox" checked={allowGuests} onChange={({ target }) => setAllowGuests(target.checked)} />
        {t('ui.classroom.allowGuests')}
      </label>
    </ActionForm>
  );
}

function RoomRow({ room: { code, isOpen, openedAt, expiresAt } }: { room: ListedRoom }) {
  const opened = formatTimestamp(new Date(openedAt));
  const expires = formatTimestamp(new Date(expiresAt));
  return (
    <li>
      <Link href={teacherPath(code)}>
        <span className="room-list-code">{code}</span>
        <span>
          {t(isOpen ? 'ui.classroom.isOpen' : 'ui.classroom.isClosed')}
          <span className="hint">{t('ui.classroom.openedUntil', { opened, expires })}</span>
        </span>
      </Link>
    </li>
  );
}

function teacherPath(code: string): string {
  return `${paths.classroom}${code}/`;
}
