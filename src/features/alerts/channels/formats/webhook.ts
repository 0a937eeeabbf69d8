import { Webhook } from 'standardwebhooks';
import { bodyText } from '../messages/write-message.js';
import { type Format, jsonRequest } from './provider-request.js';

const TEXT_MAX_LENGTH = 10_000;

/**
 * Builds a JSON request signed according to the Standard Webhooks specification. `webhook-id` is the same on every
 * attempt.
 */
export const webhook: Format = ({ secrets, written, content, messageId, queuedAt, now }) => {
  const { items, more, heldByLimit, heldByQuiet } = content;
  const request = jsonRequest(secrets.url, {
    type: 'vigia.alerts',
    timestamp: queuedAt.toISOString(),
    data: {
      title: written.title,
      text: bodyText(written, TEXT_MAX_LENGTH),
      worst: written.worst,
      url: written.url,
      items,
      more,
      heldBack: heldByLimit + heldByQuiet,
    },
  });
  return {
    ...request,
    headers: {
      ...request.headers,
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secrets.secret ?? '').sign(messageId, now, request.body),
    },
  };
};
