import type { PubSub } from 'type-graphql';
import { NewestEvents } from './newest-events.js';

/**
 * Publish and subscribe within this process for events each of which counts: a subscriber gets those that happen from
 * then on, as `TakenEvent`s, and loses none but when it falls far behind. Nothing is kept for who comes later.
 */
export class EventPubSub implements PubSub {
  readonly #subscribers = new Map<string, Set<NewestEvents<unknown>>>();

  publish(topic: string, event: unknown): void {
    for (const subscriber of this.#subscribers.get(topic) ?? []) subscriber.push(event);
  }

  subscribe(topic: string): AsyncIterable<unknown> {
    const subscribers = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, subscribers);
    const subscriber = new NewestEvents<unknown>(() => subscribers.delete(subscriber));
    subscribers.add(subscriber);
    return subscriber;
  }
}

/** One bus for all subscriptions: the named topics go by buses of their own, all others by the first. */
export function routePubSub(others: PubSub, own: Readonly<Record<string, PubSub>>): PubSub {
  const busOfTopic = (topic: string) => own[topic] ?? others;
  return {
    publish: (topic: string, value: unknown) => busOfTopic(topic).publish(topic, value),
    subscribe: (topic: string, id) => busOfTopic(topic).subscribe(topic, id),
  };
}
