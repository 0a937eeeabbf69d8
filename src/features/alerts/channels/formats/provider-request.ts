import type { ChannelSecrets, ChannelSettings } from '../channel-settings.js';
import type { MessageContent, WrittenMessage } from '../messages/write-message.js';

/** What is sent to the provider of a channel, by HTTP POST. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything that a provider's form is made of. */
export interface FormatInput {
  readonly settings: ChannelSettings;
  /** With the address of the provider, its own where it has one by default. */
  readonly secrets: ChannelSecrets & { readonly url: string };
  readonly written: WrittenMessage;
  readonly content: MessageContent;
  /** The same at every try. */
  readonly messageId: string;
  readonly queuedAt: Date;
  readonly now: Date;
}

/** Makes the request of a provider. */
export type Format = (input: FormatInput) => ProviderRequest;

/** A request that holds JSON. */
export function jsonRequest(url: URL | string, body: object, headers: Record<string, string> = {}): ProviderRequest {
  return {
    url: new URL(url),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** An address below that of a server, which may itself be a folder. */
export function below(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
