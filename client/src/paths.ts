/** Every address that the client knows (contract 2). */
export const paths = {
  home: '/',
  monitoring: '/sistema/monitoramento/',
  converter: '/sistema/conversor/',
  terms: '/termos/',
  account: '/conta/',
  administration: '/admin/',
  login: '/accounts/login/',
  logout: '/accounts/logout/',
  graphql: '/graphql',
} as const;

/** The address of the page that an address belongs to: the converter's tabs have addresses of their own. */
export function pageOf(path: string): string {
  return `${path}/`.startsWith(paths.converter) ? paths.converter : path;
}
