import { Suspense, useEffect } from 'react';
import { useParams } from 'wouter';
import { Page } from '../../components/layout/page';
import { Loading } from '../../components/status/states';
import { fetchWhole, lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import { RoomList } from './room-list';

const fetchTeacherRoom = () => import('./teacher-room');
const TeacherRoom = lazyPart(fetchTeacherRoom);

/** Shows the teacher's rooms, or one of them. */
export function ClassroomPage() {
  const code = useParams<{ code?: string }>().code?.toUpperCase();
  // Opening a room must not wait for its page.
  useEffect(() => void fetchWhole(fetchTeacherRoom).catch(() => {}), []);
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
