/**
 * Features of a WebSocket that limits, reviews and endings of connections use. Event streams have the same ones, so all
 * of these apply to both.
 */
export interface LiveSocket {
  readonly readyState: number;
  readonly OPEN: number;
  /** Number of bytes that have been sent but not handed to the network yet. */
  readonly bufferedAmount: number;
  /** @param onSent called once the text has been handed to the network, or cannot be. */
  send(text: string, onSent: (error?: Error) => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
  once(event: 'close', listener: () => void): unknown;
}
