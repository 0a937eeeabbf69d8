/** The service under test, and the tokens of an account there. */
export const address = `${process.env.VIGIA}/graphql`;
export const socketAddress = address.replace('http', 'ws');

/** The newest access token. */
export const tokens = { access: process.env.TOKEN, refresh: process.env.REFRESH };

/** Gets a new access token by plain HTTP, for clients that leave this to their programs. */
export async function refresh() {
  const query = 'mutation ($refresh: String!) { refreshToken(refresh: $refresh) { access } }';
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { refresh: tokens.refresh } }),
  });
  const { data } = await response.json();
  tokens.access = data.refreshToken.access;
  return tokens.access;
}

/** Returns a new token for each connection; the former one while the service is away, so that the client retries. */
export function newToken() {
  return refresh().catch(() => tokens.access);
}

export const ME = '{ me { id username } }';
export const CHOOSE_THEME = 'mutation { changePreferences(theme: DARK) { theme } }';
export const SAMPLES = 'subscription { metrics { sampledAt } }';
export const HOSTS = `query Hosts($after: String) {
  hosts(first: 100, after: $after) {
    edges { cursor node { id name } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Pages through all hosts, by a function that runs a query with variables. */
export async function hostNames(run) {
  const names = [];
  let after = null;
  do {
    const { edges, pageInfo } = (await run(HOSTS, { after })).hosts;
    names.push(...edges.map(({ node }) => node.name));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after);
  return names;
}
