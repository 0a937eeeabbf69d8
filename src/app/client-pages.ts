import { accountPaths } from '../features/accounts/accounts.paths.js';
import type { ClientPage } from '../platform/web/pages/serve-client-page.js';

/** The terms of use. */
export const TERMS_PATH = '/termos/';

export const TERMS_TEXT_PATH = '/termos/texto/';

/** The converter, opened at its first tab. */
export const CONVERTER_PATH = '/sistema/conversor/';

/** The page for joining a room by typing its code. */
export const ROOM_PATH = '/sala/';

/** The list of hosts (or the only host), and each host by its id. */
const monitoringAddresses = ['/sistema/monitoramento/', '/sistema/monitoramento/:host/'];

/** The converter and its tabs, which the client renders (`client/src/pages/converter-tabs.ts`). */
const converterAddresses = [
  '',
  'bits/',
  'passos/',
  'operacoes/',
  'fracoes/',
  'flutuante/',
  'logica/',
  'formas/',
  'praticar/',
].map((tab) => CONVERTER_PATH + tab);

/** A teacher's rooms, each room by its code, and each class by its id. */
const classroomAddresses = ['/sistema/sala/', '/sistema/sala/:code/', '/sistema/sala/turmas/:class/'];

/** Pages for joining a room: by typing its code, or with the code in the URL. */
const roomAddresses = ['', ':code/'].map((code) => ROOM_PATH + code);

/** Alert pages: incidents for users who see machines, channels for staff, the rest for operators. Fixed names must precede the path of an incident. */
const alertAddresses: readonly Pick<ClientPage, 'path' | 'needs'>[] = [
  { path: '/sistema/alertas/', needs: 'MACHINES' },
  { path: '/sistema/alertas/regras/', needs: 'OPERATOR' },
  { path: '/sistema/alertas/regras/:rule/', needs: 'OPERATOR' },
  { path: '/sistema/alertas/canais/', needs: 'STAFF' },
  { path: '/sistema/alertas/canais/:channel/', needs: 'STAFF' },
  { path: '/sistema/alertas/silencios/', needs: 'OPERATOR' },
  { path: '/sistema/alertas/:incident/', needs: 'MACHINES' },
];

/** All pages rendered by the client (contract 2). */
export const clientPages: readonly ClientPage[] = [
  {
    path: '/',
    title: 'web.pages.home',
    part: 'src/pages/home.tsx',
    withoutMachines: CONVERTER_PATH,
    loginPath: accountPaths.login,
  },
  ...monitoringAddresses.map(
    (path): ClientPage => ({
      path,
      title: 'web.pages.monitoring',
      part: 'src/pages/monitoring.tsx',
      needs: 'MACHINES',
      loginPath: accountPaths.login,
    }),
  ),
  ...converterAddresses.map(
    (path): ClientPage => ({
      path,
      title: 'web.pages.converter',
      part: 'src/pages/converter.tsx',
      loginPath: accountPaths.login,
      isOpenToVisitors: ({ publicConverter }) => publicConverter,
    }),
  ),
  ...classroomAddresses.map(
    (path): ClientPage => ({
      path,
      title: 'web.pages.classroom',
      part: 'src/pages/classroom.tsx',
      loginPath: accountPaths.login,
    }),
  ),
  ...roomAddresses.map(
    (path): ClientPage => ({
      path,
      title: 'web.pages.room',
      part: 'src/pages/room.tsx',
      loginPath: accountPaths.login,
      isOpenToVisitors: () => true,
    }),
  ),
  ...alertAddresses.map(
    (address): ClientPage => ({
      ...address,
      title: 'web.pages.alerts',
      part: 'src/pages/alerts.tsx',
      loginPath: accountPaths.login,
    }),
  ),
  {
    path: TERMS_PATH,
    title: 'web.pages.terms',
    part: 'src/pages/terms.tsx',
    withoutScript: TERMS_TEXT_PATH,
    loginPath: accountPaths.login,
  },
  {
    path: '/conta/',
    title: 'web.pages.account',
    part: 'src/pages/account.tsx',
    loginPath: accountPaths.login,
  },
  {
    path: '/admin/',
    title: 'web.pages.administration',
    part: 'src/pages/administration.tsx',
    loginPath: accountPaths.adminLogin,
    needs: 'OPERATOR',
  },
];
