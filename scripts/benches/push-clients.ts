/** The subscribers of the push bench: a process that opens sockets, notes when samples arrive, and does nothing else. */
import { SubscriberSocket } from './subscriber-socket.ts';

/** What this process is told: to subscribe for each token, to begin noting, or to tell what it has noted. */
export type Order =
  | { readonly do: 'subscribe'; readonly port: number; readonly subscribers: readonly Subscriber[] }
  | { readonly do: 'note' | 'tell' };

/** Who subscribes, and from which address of this machine. */
export interface Subscriber {
  readonly authorization: string;
  readonly from: string;
}

/** What it answers when an order has been carried out: delays between the sampling and the arrival, in ms. */
export interface Report {
  readonly delaysMs: readonly number[];
  /** Sockets that have been closed since. */
  readonly lost: number;
}

/** Sockets that are being opened at a time: the service lets few be open that have not said who they are. */
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
