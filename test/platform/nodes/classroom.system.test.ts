import { describe, expect, test } from 'vitest';
import { dataOf } from '../../support/administration.js';
import {
  ANSWER,
  cookieOf,
  joinAs,
  openRoom,
  ROOM_ANSWERS,
  ROOM_EXERCISE,
  sendExercise,
} from '../../support/classroom.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { Browser } from '../../support/http/browser.js';
import { RawSubscriber } from '../../support/http/raw-subscriber.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode, tokenOf } from '../../support/processes/nodes.js';

function pushed(subscriber: RawSubscriber): string {
  return JSON.stringify(subscriber.messages.map(({ payload }) => payload));
}

describe.runIf(nodesCanRun)('a room at two nodes (contract 15, promise 50)', () => {
  test('what happens at one is pushed at the other: joining, exercises, answers, removing and closing', async () => {
    const databaseUrl = await newDatabaseUrl();
    const [a, b] = await Promise.all([startNode(databaseUrl), startNode(databaseUrl)]);
    const database = await openTestDatabase({ kind: 'postgresql', url: databaseUrl });
    await sqlOf(database)(`insert into users (username, username_key, first_name, email, password, date_joined)
      values ('eva', 'eva', 'Eva', 'e@example.com', '', now())`);
    const authorization = `Bearer ${tokenOf(1)}`;
    const teacher = new Browser(a.baseUrl, { authorization });
    const room = await openRoom(teacher);
    const watching = await RawSubscriber.open(a.baseUrl, authorization);
    watching.subscribe('1', { query: ROOM_ANSWERS, variables: { room } });
    await watching.take();

    const [bia, caio] = [await joinAs(b.baseUrl, room, 'Bia'), await joinAs(b.baseUrl, room, 'Caio')];
    const sockets = await Promise.all(
      [bia, caio].map(async (guest) => {
        const headers = { ...cookieOf(guest), 'accept-language': 'pt-BR' };
        const socket = await RawSubscriber.open(b.baseUrl, undefined, { headers });
        socket.subscribe('1', { query: ROOM_EXERCISE, variables: { room } });
        await socket.take();
        return socket;
      }),
    );
    const closed = sockets.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
    await expect.poll(() => pushed(watching)).toContain('Caio');
    const sent = await sendExercise(teacher, room);
    for (const socket of sockets) await expect.poll(() => pushed(socket)).toContain(sent.question);
    await dataOf(bia, ANSWER, { room, exercise: sent.id, answer: sent.solution });
    await expect.poll(() => pushed(watching)).toContain(`"answer":"${sent.solution}"`);

    const [, id = ''] = /"id":"(RoomParticipant:\d+)","nickname":"Caio"/.exec(pushed(watching)) ?? [];
    const remove = 'mutation ($room: String!, $id: ID!) { removeParticipant(room: $room, participant: $id) }';
    await dataOf(teacher, remove, { room, id });
    expect(await closed[1]).toBe(4403);
    // The cookie is immediately invalid at the other node as well.
    expect((await caio.graphql('{ participation(room: "222222") { room } }')).status).toBe(401);
    await dataOf(teacher, 'mutation ($room: String!) { closeRoom(room: $room) { isOpen } }', { room });
    expect(await closed[0]).toBe(4403);
  });
});
