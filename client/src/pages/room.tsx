export { roomMessages as messages } from '../features/classroom/room/messages';
export { RoomPage as default } from '../features/classroom/room/room-page';
