/** Every address known to the client (contract 2). */
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
  health: '/healthz',
} as const;

export function hostPath(id: string): string {
  return `${paths.monitoring}${encodeURIComponent(id)}/`;
}

/**
 * Maps an address to the address of its page: hosts, rooms, and parts of the converter and of the alerts have addresses
 * of their own.
 */
export function pageOf(path: string): string {
  return (
    [paths.monitoring, paths.converter, paths.alerts, paths.classroom, paths.room].find((page) =>
      `${path}/`.startsWith(page),
    ) ?? path
  );
}
