import { accountPaths } from '../features/accounts/accounts.paths.js';
import type { ClientPage } from '../platform/web/pages/serve-client-page.js';

/** The terms. */
export const TERMS_PATH = '/termos/';

/** The terms without JavaScript. */
export const TERMS_TEXT_PATH = '/termos/texto/';

/** The converter, on the tab that is first. */
export const CONVERTER_PATH = '/sistema/conversor/';

/** Where a room is joined, by a code that is typed. */
export const ROOM_PATH = '/sala/';

/** All hosts, or the one that there is; and each by its id. */
const monitoringAddresses = ['/sistema/monitoramento/', '/sistema/monitoramento/:host/'];

/** The converter and its tabs, which the client draws (`client/src/pages/converter-tabs.ts`). */
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

/** The rooms of a teacher, and each by its code. */
const classroomAddresses = ['/sistema/sala/', '/sistema/sala/:code/'];

/** Where people join a room: by a code that they type, or that is in the address. */
const roomAddresses = ['', ':code/'].map((code) => ROOM_PATH + code);

/** The alerts: everybody's incidents, and what is the staff's; those with a word of their own come before any incident. */
const alertAddresses: readonly Pick<ClientPage, 'path' | 'staffOnly'>[] = [
  { path: '/sistema/alertas/' },
  { path: '/sistema/alertas/regras/', staffOnly: true },
  { path: '/sistema/alertas/regras/:rule/', staffOnly: true },
  { path: '/sistema/alertas/canais/', staffOnly: true },
  { path: '/sistema/alertas/canais/:channel/', staffOnly: true },
  { path: '/sistema/alertas/silencios/', staffOnly: true },
  { path: '/sistema/alertas/:incident/' },
];

/** Every page that the client draws (contract 2). */
export const clientPages: readonly ClientPage[] = [
  {
    path: '/',
    title: 'web.pages.home',
    part: 'src/pages/home.tsx',
    loginPath: accountPaths.login,
  },
  ...monitoringAddresses.map(
    (path): ClientPage => ({
      path,
      title: 'web.pages.monitoring',
      part: 'src/pages/monitoring.tsx',
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
    staffOnly: true,
  },
];
