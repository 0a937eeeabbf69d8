/** Every address that the client knows (contract 2). */
export const paths = {
  home: '/',
  monitoring: '/sistema/monitoramento/',
  converter: '/sistema/conversor/',
  alerts: '/sistema/alertas/',
  classroom: '/sistema/sala/',
  room: '/sala/',
  terms: '/termos/',
  account: '/conta/',
  administration: '/admin/',
  login: '/accounts/login/',
  logout: '/accounts/logout/',
  graphql: '/graphql',
} as const;

/** The page of a host. */
export function hostPath(id: string): string {
  return `${paths.monitoring}${encodeURIComponent(id)}/`;
}

/** The address of the page that an address belongs to: hosts, and parts of the converter and of the alerts, and rooms have their own. */
export function pageOf(path: string): string {
  return (
    [paths.monitoring, paths.converter, paths.alerts, paths.classroom, paths.room].find((page) =>
      `${path}/`.startsWith(page),
    ) ?? path
  );
}
