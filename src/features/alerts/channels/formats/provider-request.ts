import type { ChannelSecrets, ChannelSettings } from '../channel-settings.js';
import type { MessageContent, WrittenMessage } from '../messages/write-message.js';

/** An HTTP POST request to a channel's provider. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FormatInput {
  readonly settings: ChannelSettings;
  /** Includes the provider's URL, whether given or default. */
  readonly secrets: ChannelSecrets & { readonly url: string };
  readonly written: WrittenMessage;
  readonly content: MessageContent;
  /** The message's id, which is the same on every attempt. */
  readonly messageId: string;
  readonly queuedAt: Date;
  readonly now: Date;
}

export type Format = (input: FormatInput) => ProviderRequest;

export function jsonRequest(url: URL | string, body: object, headers: Record<string, string> = {}): ProviderRequest {
  return {
    url: new URL(url),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Appends a path to a server's URL, which may itself have a path and a query. */
export function below(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url;
}
