import type { PartialSuccess } from './protocol/response.js';

/** Names of one reason that the answer lists, and the length of each. */
const LISTED_MAX = 10;
const NAME_MAX = 100;

/** Reasons for which points are not taken, with the sentences for the log of the sender. */
const reasons = {
  unknownMetric: 'Vigia has no use for these metrics',
  noHostName: 'These points have a resource without host.name, or with one that nobody can read',
  otherHost: 'The token is for one host, but resources name several; send them with the token of a collector',
  retired: 'These hosts have been retired by staff',
  full: 'There is no room for these hosts; retire others, or use a second collector',
} as const;

export type RejectionReason = keyof typeof reasons;

/** Collects what of a request is not taken. */
export class Rejections {
  #points = 0;
  readonly #names = new Map<RejectionReason, Set<string>>();

  /** Notes points that are not taken, with the name of their metric or host, if they have one. */
  add(reason: RejectionReason, points: number, name?: string): void {
    this.#points += points;
    const names = this.#names.get(reason) ?? new Set();
    if (name !== undefined) names.add(name);
    this.#names.set(reason, names);
  }

  /** Undefined if all was taken. */
  get partialSuccess(): PartialSuccess | undefined {
    if (this.#names.size === 0) return undefined;
    const texts = [...this.#names].map(([reason, names]) => reasons[reason] + listed([...names]));
    return { rejectedPoints: this.#points, message: texts.join('. ') };
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, LISTED_MAX).map((name) => name.slice(0, NAME_MAX));
  const more = names.length - shown.length;
  return `: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
