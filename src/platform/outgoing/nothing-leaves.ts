import type { Guard } from './address-guard.js';
import { OutgoingFailure } from './outgoing-failure.js';

/** Refuses every address: the guard of a demonstration. */
export class NothingLeaves implements Guard {
  checkUrl(): never {
    throw new OutgoingFailure('demonstration');
  }

  async addressesOf(): Promise<never> {
    throw new OutgoingFailure('demonstration');
  }
}
