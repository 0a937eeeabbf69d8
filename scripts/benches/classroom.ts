import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { SECRET_KEY, tokenOf } from './measuring/bench-tokens.ts';
import { printTable, quantile } from './measuring/figures.ts';
import { type Peer, processorMs, residentKib, startService } from './measuring/processes.ts';

const GUESTS = 200;
/** For the memory of one, which is small beside what else a process takes and gives back. */
const MORE_ROOMS = 2;
const ROUNDS = 4;
/** How long a class takes to answer when it does not answer at once. */
const SPREAD_MS = 5000;
const SETTLING_MS = 5000;

interface Guest {
  readonly cookie: string;
  readonly socket: WebSocket;
}

interface Answered {
  /** From sending an answer to its arrival at the teacher. */
  readonly toTeacherMs: number[];
  /** From sending an answer to its own response. */
  readonly responseMs: number[];
  readonly messages: number;
  readonly cpuMs: number;
}

/**
 * A room with as many guests as it may have, on one process: how long answers take to reach the teacher, all at once and
 * spread over some seconds, beside the responses that the guests themselves get; and the memory of a guest (contract 15).
 */
export async function classroom(): Promise<void> {
  const service = await startService([{ username: 'teacher' }], { SECRET_KEY, TRUST_PROXY: '127.0.0.1,::1' });
  try {
    const teacher = new Teacher(service.port);
    const room = await teacher.openRoom();
    const guests = await openAll(service.port, room, await joinAll(service.port, room));
    const others = [];
    for (let count = 0; count < MORE_ROOMS; count += 1) {
      const other = await teacher.openRoom();
      others.push({ room: other, cookies: await joinAll(service.port, other) });
    }
    await pause(SETTLING_MS);
    const kibBefore = residentKib(service.pid);
    for (const { room: other, cookies } of others) await openAll(service.port, other, cookies);
    await pause(SETTLING_MS);
    const kibOfGuest = (residentKib(service.pid) - kibBefore) / (MORE_ROOMS * GUESTS);
    const atOnce = await measure(service, teacher, room, guests, 0);
    const spread = await measure(service, teacher, room, guests, SPREAD_MS);
    printTable([
      [
        'answers',
        'to the teacher p50, ms',
        'p99',
        'max',
        'response p50, ms',
        'p99',
        'messages of a round',
        'CPU of an answer, ms',
      ],
      row('200 at once', atOnce),
      row(`200 in ${SPREAD_MS / 1000} s`, spread),
    ]);
    console.log(`memory of a guest with a socket: ${kibOfGuest.toFixed(1)} KiB`);
  } finally {
    await service.stop();
  }
}

function row(name: string, { toTeacherMs, responseMs, messages, cpuMs }: Answered): string[] {
  const figures = [
    quantile(toTeacherMs, 0.5),
    quantile(toTeacherMs, 0.99),
    Math.max(...toTeacherMs),
    quantile(responseMs, 0.5),
    quantile(responseMs, 0.99),
    messages / ROUNDS,
    cpuMs / toTeacherMs.length,
  ];
  return [name, ...figures.map((figure) => figure.toFixed(1))];
}

async function measure(service: Peer, teacher: Teacher, room: string, guests: readonly Guest[], spreadMs: number) {
  const result = { toTeacherMs: [] as number[], responseMs: [] as number[], messages: 0, cpuMs: 0 };
  const socket = await teacher.watch(room);
  for (let round = 0; round < ROUNDS; round += 1) {
    const sentAt = new Map<string, number>();
    const all = Promise.withResolvers<void>();
    socket.removeAllListeners('message');
    const exercise = await teacher.send(room, (round % 10) + 1);
    // Whoever answers has seen it.
    await pause(1000);
    const seen = new Set<string>();
    socket.on('message', (data) => {
      const { answers } = JSON.parse(String(data)).payload?.data?.roomAnswers ?? { answers: [] };
      const now = performance.now();
      if (answers.length > 0) result.messages += 1;
      for (const { answer } of answers as { answer: string }[]) {
        const at = sentAt.get(answer);
        if (at === undefined || seen.has(answer)) continue;
        seen.add(answer);
        result.toTeacherMs.push(now - at);
      }
      if (seen.size === guests.length) all.resolve();
    });
    const cpuBefore = processorMs(service.pid);
    await Promise.all(
      guests.map(async ({ cookie }, index) => {
        await pause((index * spreadMs) / guests.length);
        // Each answer is another number, so that it is known whose has arrived.
        const answer = (index + 1024).toString(2);
        sentAt.set(answer, performance.now());
        await ask(service.port, { cookie }, ANSWER, { room, exercise, answer });
        result.responseMs.push(performance.now() - (sentAt.get(answer) ?? 0));
      }),
    );
    await all.promise;
    result.cpuMs += processorMs(service.pid) - cpuBefore;
  }
  socket.terminate();
  return result;
}

const ANSWER = `mutation ($room: String!, $exercise: ID!, $answer: String!) {
  answer(room: $room, exercise: $exercise, answer: $answer) { isCorrect mistakeText tries }
}`;
const WATCHED = `isSnapshot isOpen exercise { id number question } participants { id nickname isGuest } removed
  answers { participant answer isCorrect mistakeText tries }`;

class Teacher {
  readonly #headers = { authorization: `Bearer ${tokenOf(1)}` };

  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  async openRoom(): Promise<string> {
    return (await ask(this.port, this.#headers, 'mutation { openRoom { code } }')).openRoom?.code ?? '';
  }

  async send(room: string, position: number): Promise<string> {
    const query = `mutation ($room: String!, $position: Int!) {
      sendExercise(room: $room, kind: DECIMAL_TO_BASE, level: 3, seed: "bench", position: $position) { id }
    }`;
    return (await ask(this.port, this.#headers, query, { room, position })).sendExercise?.id ?? '';
  }

  async watch(room: string): Promise<WebSocket> {
    const query = `subscription ($room: String!) { roomAnswers(room: $room) { ${WATCHED} } }`;
    return subscribe(this.port, {}, { Authorization: this.#headers.authorization }, { query, variables: { room } });
  }
}

/** As many guests as a room takes, all from one address and all at once. @returns their cookies. */
async function joinAll(port: number, room: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: GUESTS }, async (_, index) => {
      const query =
        'mutation ($code: String!, $nickname: String!) { joinRoom(code: $code, nickname: $nickname) { room } }';
      const response = await post(port, from(index), query, { code: room, nickname: `guest ${index}` });
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
      if (!cookie) throw new Error(`Joining was answered ${await response.text()}`);
      await response.text();
      return cookie;
    }),
  );
}

/** A network of its own for each guest: the places of a room for one network are fewer than a room has. */
function from(index: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${index}.0.1` };
}

/** A socket for each guest, with a subscription, all at once. */
async function openAll(port: number, room: string, cookies: readonly string[]): Promise<Guest[]> {
  const query = `subscription ($room: String!) { roomExercise(room: $room) {
    room nickname exercise { id number question triesMax } answer { answer isCorrect tries }
  } }`;
  const origin = `http://localhost:${port}`;
  const payload = { query, variables: { room } };
  return Promise.all(
    cookies.map(async (cookie, index) => {
      const socket = await subscribe(port, { cookie, origin, ...from(index) }, {}, payload);
      return { cookie, socket };
    }),
  );
}

/** A socket with one subscription, whose first result has arrived. */
async function subscribe(
  port: number,
  headers: Record<string, string>,
  init: object,
  payload: object,
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws', { headers });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: init }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
  await once(socket, 'message');
  return socket;
}

function post(port: number, headers: Record<string, string>, query: string, variables: object): Promise<Response> {
  return fetch(`http://localhost:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}`, ...headers },
    body: JSON.stringify({ query, variables }),
  });
}

async function ask(port: number, headers: Record<string, string>, query: string, variables: object = {}) {
  const { data, errors } = (await (await post(port, headers, query, variables)).json()) as {
    data: Record<string, Record<string, string>>;
    errors?: unknown;
  };
  if (errors) throw new Error(JSON.stringify(errors));
  return data as Record<string, { readonly code: string; readonly id: string }>;
}
