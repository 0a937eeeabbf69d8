import { MessageBatches, messagesOf } from '../../../src/platform/nodes/message-batches.js';
import type { NodeEvents } from '../../../src/platform/nodes/node-events.js';

type Listener = (payload: unknown) => void;

/** Passes messages between several nodes, within the size limit for a message. */
export class FakeNetwork {
  readonly #nodes = new Map<string, Map<string, Listener>>();

  node(id: string): NodeEvents {
    const listeners = new Map<string, Listener>();
    this.#nodes.set(id, listeners);
    const batches = new MessageBatches(id, (batch) => {
      for (const [other, theirs] of this.#nodes) {
        for (const [topic, payload] of messagesOf(batch, other)) theirs.get(topic)?.(payload);
      }
    });
    return {
      publish: (topic, payload) => {
        batches.add(topic, payload);
        batches.flush();
      },
      subscribe: (topic, listener) => void listeners.set(topic, listener),
      onGap: () => {},
      isConnected: true,
      isCurrent: true,
    };
  }
}
