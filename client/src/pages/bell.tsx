/** What is shown in the frame of every page, loaded after the page itself. */
export { Bell } from '../features/alerts/bell/bell';
export { bellMessages as messages } from '../features/alerts/bell/messages';
