import type { ResourceMetrics } from './protocol/metrics-data.js';
import type { PartialSuccess } from './protocol/response.js';

/** Owner of a token: one host, or a collector with as many as its resources tell apart. */
export type OtlpSender =
  | { readonly kind: 'host'; readonly number: number; readonly credential: string }
  | { readonly kind: 'collector'; readonly id: string };

/** Finds out what a token may send for, and takes what it sends. */
export interface OtlpReceiver {
  /** @returns `agent` for the token of an agent, undefined for an unknown one. @throws the database's error. */
  find(tokenHash: string): Promise<OtlpSender | 'agent' | undefined>;
  /** @returns undefined if all points were taken. @throws {Busy} or the database's error. */
  take(sender: OtlpSender, resources: readonly ResourceMetrics[]): Promise<PartialSuccess | undefined>;
}
