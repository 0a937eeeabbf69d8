import { setTimeout as pause } from 'node:timers/promises';
import { SubscriberSocket } from './clients/subscriber-socket.ts';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable } from './measuring/figures.ts';
import { preciseProcessorMs, startScript, startService } from './measuring/processes.ts';

/** Time for garbage from startup to be collected and for V8 to compile the hot code. */
const SETTLING_MS = 300_000;
const OBSERVED_MS = 120_000;
const SUBSCRIBERS = 10;

/**
 * Measures the service's processor time without requests, against an Express server that only listens and one that only
 * writes the same data to as many subscribers.
 */
export async function idle(): Promise<void> {
  const peers = {
    'bare Express': await startScript('scripts/benches/servers/bare-express.ts'),
    [`bare writes, ${SUBSCRIBERS} subscribers`]: await startScript('scripts/benches/servers/bare-frames.ts', {
      METRICS_INTERVAL_MS: '5000',
    }),
    'Vigia, no subscriber': await startService([]),
    [`Vigia, ${SUBSCRIBERS} subscribers`]: await startService([{ username: 'ana' }], { SECRET_KEY }),
  };
  try {
    const watched = Object.entries(peers).filter(([name]) => name.endsWith(`${SUBSCRIBERS} subscribers`));
    for (const [, { port }] of watched) await subscribe(port);
    await pause(SETTLING_MS);
    const before = Object.values(peers).map(({ pid }) => preciseProcessorMs(pid));
    await pause(OBSERVED_MS);
    const perMinute = (ms: number) => (ms / OBSERVED_MS) * 60_000;
    const spent = Object.values(peers).map(({ pid }, index) =>
      perMinute(preciseProcessorMs(pid) - (before[index] ?? 0)),
    );
    const [bare = 0] = spent;
    printTable([
      ['idle', 'CPU, ms per minute', 'more than bare Express', 'of a processor'],
      ...Object.keys(peers).map((name, index) => {
        const ms = spent[index] ?? 0;
        return [name, ms.toFixed(0), (ms - bare).toFixed(0), `${((ms / 60_000) * 100).toFixed(2)} %`];
      }),
    ]);
  } finally {
    await Promise.all(Object.values(peers).map((peer) => peer.stop()));
  }
}

async function subscribe(port: number): Promise<void> {
  const authorization = `Bearer ${tokenOf(1)}`;
  for (let count = 0; count < SUBSCRIBERS; count += 1) {
    await SubscriberSocket.open({ port, authorization, from: '127.0.0.1', onSample: () => {} });
  }
}
