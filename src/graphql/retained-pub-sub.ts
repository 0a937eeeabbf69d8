import { createPubSub, Repeater } from '@graphql-yoga/subscription';
import type { PubSub } from 'type-graphql';

/**
 * Publish and subscribe within this process, where a topic retains its newest value: a subscriber gets it at once,
 * then every later one.
 */
export class RetainedPubSub implements PubSub {
  readonly #topics = createPubSub<Record<string, [unknown]>>();
  readonly #newest = new Map<string, unknown>();

  publish(topic: string, value: unknown): void {
    this.#newest.set(topic, value);
    this.#topics.publish(topic, value);
  }

  subscribe(topic: string): AsyncIterable<unknown> {
    const retained = this.#newest.has(topic) ? [this.#newest.get(topic)] : [];
    return Repeater.merge([retained, this.#topics.subscribe(topic)]);
  }
}
