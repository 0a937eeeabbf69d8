import { useParams } from 'wouter';
import { RoomList } from './room-list';
import { TeacherRoom } from './teacher-room';

/** Shows the teacher's rooms, or one of them. */
export function ClassroomPage() {
  const { code } = useParams<{ code?: string }>();
  return code === undefined ? <RoomList /> : <TeacherRoom key={code} code={code.toUpperCase()} />;
}
