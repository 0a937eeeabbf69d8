import type { ChannelKind } from '../channel-kinds.js';
import { apprise } from './apprise.js';
import { discord } from './discord.js';
import { gotify } from './gotify.js';
import { ntfy } from './ntfy.js';
import type { Format } from './provider-request.js';
import { slack } from './slack.js';
import { telegram } from './telegram.js';
import { webhook } from './webhook.js';

/** Kinds of channels that send one HTTP request. */
export type HttpKind = Exclude<ChannelKind, 'EMAIL' | 'WEB_PUSH'>;

export const formats: Readonly<Record<HttpKind, Format>> = {
  WEBHOOK: webhook,
  SLACK: slack,
  DISCORD: discord,
  TELEGRAM: telegram,
  NTFY: ntfy,
  GOTIFY: gotify,
  APPRISE: apprise,
};
