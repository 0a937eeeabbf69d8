import { describe, expect, test } from 'vitest';
import { NewestValue } from '../../../src/graphql/subscriptions/newest-value.js';
import { RetainedPubSub } from '../../../src/graphql/subscriptions/retained-pub-sub.js';

describe('a stream of newest values', () => {
  test('gives a waiting reader each value', async () => {
    const stream = new NewestValue<number>(() => {});
    const first = stream.next();
    stream.push(1);
    expect(await first).toEqual({ value: 1, done: false });
    const second = stream.next();
    stream.push(2);
    expect(await second).toEqual({ value: 2, done: false });
  });

  test('holds one value only for a reader who is away', async () => {
    const stream = new NewestValue<number>(() => {});
    for (let value = 0; value < 2000; value += 1) stream.push(value);
    expect(await stream.next()).toEqual({ value: 1999, done: false });
    const next = stream.next();
    stream.push(2000);
    expect(await next).toEqual({ value: 2000, done: false });
  });

  test('ends for good, tells who waits, and says so once', async () => {
    let ends = 0;
    const stream = new NewestValue<number>(() => {
      ends += 1;
    });
    const waiting = stream.next();
    await stream.return();
    await stream.return();
    stream.push(1);
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(await stream.next()).toEqual({ value: undefined, done: true });
    expect(ends).toBe(1);
  });
});

describe('topics that retain', () => {
  test('give a subscriber the newest value at once, and nothing where there is none', async () => {
    const pubSub = new RetainedPubSub();
    const early = pubSub.subscribe('a')[Symbol.asyncIterator]();
    const other = pubSub.subscribe('b')[Symbol.asyncIterator]();
    const first = early.next();
    pubSub.publish('a', 1);
    expect((await first).value).toBe(1);
    expect((await pubSub.subscribe('a')[Symbol.asyncIterator]().next()).value).toBe(1);
    pubSub.publish('b', 2);
    expect((await other.next()).value).toBe(2);
  });

  test('survive any number of publications that nobody takes', async () => {
    const pubSub = new RetainedPubSub();
    const idle = pubSub.subscribe('a')[Symbol.asyncIterator]();
    for (let value = 0; value < 5000; value += 1) pubSub.publish('a', value);
    expect((await idle.next()).value).toBe(4999);
  });
});
