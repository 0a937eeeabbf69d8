/** Below this port, only those of http and https are allowed, since other services there speak other protocols. */
const FIRST_FREE_PORT = 1024;

/** Ports of other protocols, whose servers might mistake a request for one of theirs (from the Fetch standard). */
const OTHER_PROTOCOLS = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
];

/** Whether the port of a URL is one that is not used by web servers. */
export function refusedPort({ port }: URL): boolean {
  // `URL` represents the scheme's default port as an empty string.
  if (port === '' || port === '80' || port === '443') return false;
  return Number(port) < FIRST_FREE_PORT || OTHER_PROTOCOLS.includes(Number(port));
}
