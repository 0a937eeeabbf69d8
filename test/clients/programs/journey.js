/**
 * Runs what every client must be able to do, and prints a line for each step. The test restarts the service meanwhile,
 * the second time with a clock that is past the end of the access token.
 *
 * @param {{
 *   query(): Promise<string>,
 *   mutate?(): Promise<string>,
 *   page(): Promise<readonly string[]>,
 *   subscribe(onSample: (sampledAt: string) => void, onEnd: (reason: unknown) => void): void,
 *   close(): void,
 * }} client `query` returns the name of the account, `mutate` the theme it has chosen, `page` all names of hosts.
 */
export async function journey({ query, mutate, page, subscribe, close }) {
  say('queries', await query());
  if (mutate) say('mutates', await mutate());
  const names = await page();
  say('pages', `${names.length} rows, ${new Set(names).size} different`);

  const beganAt = Date.now();
  let state = 'connected';
  subscribe(
    async (sampledAt) => {
      if (state === 'connected') {
        say('subscribes', sampledAt);
        state = 'waiting';
      }
      // Every restart is seen by the first sample after it.
      if (state === 'waiting') console.log(`sample ${sampledAt}`);
      if (state === 'done' || Date.parse(sampledAt) - beganAt < ACCESS_TOKEN_MS) return;
      state = 'done';
      say('queries with a new token', await query());
      close();
    },
    (reason) => {
      if (state === 'done') return;
      console.log('The subscription has ended:', reason);
      process.exit(1);
    },
  );
}

const ACCESS_TOKEN_MS = 600_000;

function say(step, result) {
  console.log(`${step}: ${result}`);
}
