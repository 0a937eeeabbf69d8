export { ClassroomPage as default } from '../features/classroom/classroom-page';
export { classroomMessages as messages } from '../features/classroom/messages';
