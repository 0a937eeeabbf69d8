import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { TopicPubSub } from '../../../src/platform/graphql/pub-sub.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const subscribe = (pubSub: TopicPubSub, topic: string) => pubSub.subscribe(topic)[Symbol.asyncIterator]();

describe('a topic that retains its newest value', () => {
  test('gives it to a subscriber at once, and nothing where there is none', async () => {
    const pubSub = new TopicPubSub();
    const early = subscribe(pubSub, 'a');
    const other = subscribe(pubSub, 'b');
    const first = early.next();
    pubSub.publish('a', 1);
    expect(await first).toEqual({ value: 1, done: false });
    expect((await subscribe(pubSub, 'a').next()).value).toBe(1);
    pubSub.publish('b', 2);
    expect((await other.next()).value).toBe(2);
  });

  test('gives a waiting reader each value, to all subscribers', async () => {
    const pubSub = new TopicPubSub();
    const [one, two] = [subscribe(pubSub, 'a'), subscribe(pubSub, 'a')];
    for (const value of [1, 2, undefined]) {
      const waiting = [one.next(), two.next()];
      pubSub.publish('a', value);
      expect(await Promise.all(waiting)).toEqual([
        { value, done: false },
        { value, done: false },
      ]);
    }
  });

  test('holds one value only for a reader who is away, however many are published', async () => {
    const pubSub = new TopicPubSub();
    const subscriber = subscribe(pubSub, 'a');
    for (let value = 0; value < 5000; value += 1) pubSub.publish('a', value);
    expect(await subscriber.next()).toEqual({ value: 4999, done: false });
    const next = subscriber.next();
    pubSub.publish('a', 5000);
    expect(await next).toEqual({ value: 5000, done: false });
  });
});

describe('a topic of events', () => {
  const topic = () => {
    const pubSub = new TopicPubSub(['events']);
    return { pubSub, publish: (event: number) => pubSub.publish('events', event) };
  };

  test('gives those that happen from then on', async () => {
    const { pubSub, publish } = topic();
    publish(1);
    const events = subscribe(pubSub, 'events');
    const waiting = events.next();
    publish(2);
    expect((await waiting).value).toEqual({ event: 2, missed: 0 });
  });

  test('lets a hundred wait for a slow reader; then the oldest are lost, and it is told how many', async () => {
    const { pubSub, publish } = topic();
    const events = subscribe(pubSub, 'events');
    for (let event = 1; event <= 100; event += 1) publish(event);
    expect((await events.next()).value).toEqual({ event: 1, missed: 0 });
    for (let event = 101; event <= 103; event += 1) publish(event);
    expect((await events.next()).value).toEqual({ event: 4, missed: 2 });
    for (let event = 5; event <= 103; event += 1) expect((await events.next()).value).toEqual({ event, missed: 0 });
    const waiting = events.next();
    publish(104);
    expect((await waiting).value).toEqual({ event: 104, missed: 0 });
  });
});

describe('a subscription that ends', () => {
  test('is final, resolves the pending read, and leaves other subscribers alone', async () => {
    const pubSub = new TopicPubSub();
    const [one, other] = [subscribe(pubSub, 'a'), subscribe(pubSub, 'a')];
    const waiting = one.next();
    await one.return?.();
    await one.return?.();
    pubSub.publish('a', 1);
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(await one.next()).toEqual({ value: undefined, done: true });
    expect((await other.next()).value).toBe(1);
  });

  test.each([
    ['that retains', []],
    ['of events', ['a']],
  ])('is forgotten by its topic %s', async (_name, eventTopics) => {
    const pubSub = new TopicPubSub(eventTopics);
    const subscribeOnce = async () => {
      const subscriber = subscribe(pubSub, 'a');
      await subscriber.return?.();
      return new WeakRef(subscriber);
    };
    const ended = await subscribeOnce();
    const open = subscribe(pubSub, 'a');
    await expect
      .poll(() => {
        collectGarbage();
        return ended.deref() === undefined;
      })
      .toBe(true);
    pubSub.publish('a', 1);
    expect((await open.next()).done).toBe(false);
  });
});
