import { Suspense, useEffect } from 'react';
import { useParams } from 'wouter';
import { Page } from '../../components/layout/page';
import { Loading } from '../../components/status/states';
import { fetchWhole, lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { RoomList } from './rooms/room-list';

const fetchTeacherRoom = () => import('./teacher-room/teacher-room');
const TeacherRoom = lazyPart(fetchTeacherRoom);
const fetchClassPage = () => import('./classes/class-page');
const ClassPage = lazyPart(fetchClassPage);

/** Shows the teacher's rooms, one of them, or the results of a class. */
export function ClassroomPage() {
  const { code: typed, schoolClass } = useParams<{ code?: string; schoolClass?: string }>();
  const code = typed?.toUpperCase();
  // Opening a room must not wait for its page.
  useEffect(() => void fetchWhole(fetchTeacherRoom).catch(() => {}), []);
  if (schoolClass !== undefined) {
    return (
      <Suspense
        fallback={
          <Page title={t('ui.classroom.title')}>
            <Loading />
          </Page>
        }
      >
        <ClassPage key={schoolClass} id={schoolClass} />
      </Suspense>
    );
  }
  if (code === undefined) return <RoomList />;
  return (
    <Suspense
      fallback={
        <Page title={t('ui.classroom.room', { code })}>
          <Loading />
        </Page>
      }
    >
      <TeacherRoom key={code} code={code} />
    </Suspense>
  );
}
