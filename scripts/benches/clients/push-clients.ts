/** Subscribers for the push bench: a process that opens sockets, notes when samples arrive, and does nothing else. */
import { SubscriberSocket } from './subscriber-socket.ts';

/** A command to this process: subscribe for each token, begin noting arrivals, or report them. */
export type Order =
  | { readonly do: 'subscribe'; readonly port: number; readonly subscribers: readonly Subscriber[] }
  | { readonly do: 'note' | 'tell' };

/** A subscriber's token and the local address to connect from. */
export interface Subscriber {
  readonly authorization: string;
  readonly from: string;
}

/** The response to an executed command: delays between sampling and arrival, in ms. */
export interface Report {
  readonly delaysMs: readonly number[];
  /** Number of sockets closed since then. */
  readonly lost: number;
}

/** Number of sockets opened concurrently: the service allows few unauthenticated ones. */
const OPENING = 16;

let delaysMs: number[] | undefined;
const sockets: SubscriberSocket[] = [];

process.on('message', async (order: Order) => {
  if (order.do === 'subscribe') await subscribeAll(order);
  const report: Report = { delaysMs: delaysMs ?? [], lost: sockets.filter(({ closed }) => closed).length };
  delaysMs = order.do === 'note' ? [] : undefined;
  process.send?.(report);
});

async function subscribeAll({ port, subscribers }: Order & { readonly do: 'subscribe' }): Promise<void> {
  const left = [...subscribers];
  const open = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      sockets.push(await SubscriberSocket.open({ port, ...next, onSample: note }));
    }
  };
  await Promise.all(Array.from({ length: OPENING }, open));
}

function note(sampledAtMs: number): void {
  delaysMs?.push(performance.timeOrigin + performance.now() - sampledAtMs);
}
