import { accountPaths } from './accounts/accounts.paths.js';
import type { ClientPage } from './web/pages/client-pages.js';

/** Every page of the signed-in area (contract 2). */
export const clientPages: readonly ClientPage[] = [
  {
    path: '/',
    title: { pt: 'Início', en: 'Home' },
    part: 'src/pages/home.tsx',
    loginPath: accountPaths.login,
  },
  {
    path: '/sistema/monitoramento/',
    title: { pt: 'Monitoramento', en: 'Monitoring' },
    part: 'src/pages/monitoring.tsx',
    loginPath: accountPaths.login,
  },
  {
    path: '/sistema/conversor/',
    title: { pt: 'Conversor', en: 'Converter' },
    part: 'src/pages/converter.tsx',
    loginPath: accountPaths.login,
  },
  {
    path: '/termos/',
    title: { pt: 'Termos de uso', en: 'Terms of use' },
    part: 'src/pages/terms.tsx',
    loginPath: accountPaths.login,
  },
  {
    path: '/conta/',
    title: { pt: 'Conta', en: 'Account' },
    part: 'src/pages/account.tsx',
    loginPath: accountPaths.login,
  },
  {
    path: '/admin/',
    title: { pt: 'Administração', en: 'Administration' },
    part: 'src/pages/administration.tsx',
    loginPath: accountPaths.adminLogin,
    staffOnly: true,
  },
];
