import { bodyText } from '../messages/write-message.js';
import { type Format, jsonRequest } from './provider-request.js';

const TEXT_MAX_LENGTH = 10_000;

const TYPES = { BAD: 'failure', WARNING: 'warning', OK: 'success' } as const;

/**
 * Builds a request to a self-hosted Apprise API (`…/notify/<key>`), which forwards messages to the services configured
 * there.
 */
export const apprise: Format = ({ settings, secrets, written }) =>
  jsonRequest(secrets.url, {
    title: written.title,
    body: bodyText(written, TEXT_MAX_LENGTH),
    type: TYPES[written.worst],
    format: 'text',
    ...(settings.topic && { tag: settings.topic }),
  });
