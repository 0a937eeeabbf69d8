/** Every path known to the client (contract 2). */
export const paths = {
  home: '/',
  monitoring: '/sistema/monitoramento/',
  converter: '/sistema/conversor/',
  alerts: '/sistema/alertas/',
  classroom: '/sistema/sala/',
  schoolClasses: '/sistema/sala/turmas/',
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

/** Returns an id as paths contain it, without its type: `12` for `Incident:12`. */
export function idInPath(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

export function incidentPath(id: string): string {
  return `${paths.alerts}${idInPath(id)}/`;
}

/** Returns the path of a room as its teacher sees it. */
export function teacherRoomPath(code: string): string {
  return `${paths.classroom}${code}/`;
}

export function schoolClassPath(id: string): string {
  return `${paths.schoolClasses}${idInPath(id)}/`;
}

/**
 * Maps a path to the path of its page: hosts, rooms, and parts of the converter and the alerts have paths below their
 * page's.
 */
export function pageOf(path: string): string {
  return (
    [paths.monitoring, paths.converter, paths.alerts, paths.classroom, paths.room].find((page) =>
      `${path}/`.startsWith(page),
    ) ?? path
  );
}
