import type { PubSub } from 'type-graphql';
import { NewestValue } from './newest-value.js';

/**
 * Publish and subscribe within this process, where a topic retains its newest value: a subscriber gets it at once,
 * then every later one that it is quick enough to take. Who is slow misses values, and costs no memory.
 */
export class RetainedPubSub implements PubSub {
  readonly #subscribers = new Map<string, Set<NewestValue<unknown>>>();
  readonly #newest = new Map<string, unknown>();

  publish(topic: string, value: unknown): void {
    this.#newest.set(topic, value);
    for (const subscriber of this.#subscribersOf(topic)) subscriber.push(value);
  }

  subscribe(topic: string): AsyncIterable<unknown> {
    const subscribers = this.#subscribersOf(topic);
    const subscriber = new NewestValue<unknown>(() => subscribers.delete(subscriber));
    subscribers.add(subscriber);
    if (this.#newest.has(topic)) subscriber.push(this.#newest.get(topic));
    return subscriber;
  }

  #subscribersOf(topic: string): Set<NewestValue<unknown>> {
    const known = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, known);
    return known;
  }
}
