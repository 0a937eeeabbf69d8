export { repeatReauthenticated } from '../features/reauthentication/repeat-reauthenticated';
