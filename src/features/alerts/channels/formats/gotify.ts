import { bodyText } from '../messages/write-message.js';
import { below, type Format, jsonRequest } from './provider-request.js';

const TEXT_MAX_LENGTH = 10_000;

const PRIORITIES = { BAD: 8, WARNING: 5, OK: 4 } as const;

/** Builds a request to an application on a Gotify server. */
export const gotify: Format = ({ secrets, written }) =>
  jsonRequest(
    below(secrets.url, 'message'),
    {
      title: written.title,
      message: bodyText(written, TEXT_MAX_LENGTH),
      priority: PRIORITIES[written.worst],
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: written.url } },
      },
    },
    { 'x-gotify-key': secrets.secret ?? '' },
  );
