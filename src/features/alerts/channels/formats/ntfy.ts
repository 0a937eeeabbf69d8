import { cutToBytes } from '../../../../shared/text/cut-text.js';
import { bodyText, cut } from '../messages/write-message.js';
import { type Format, jsonRequest } from './provider-request.js';

/** A longer message would be turned into an attachment. */
const TEXT_MAX_BYTES = 3500;
const TITLE_MAX_LENGTH = 250;

const PRIORITIES = { BAD: 5, WARNING: 4, OK: 3 } as const;
const TAGS = { BAD: 'rotating_light', WARNING: 'warning', OK: 'white_check_mark' } as const;

/** Builds a request to an ntfy topic, with a token if the server requires one. */
export const ntfy: Format = ({ settings, secrets, written }) =>
  jsonRequest(
    secrets.url,
    {
      topic: settings.topic,
      title: cut(written.title, TITLE_MAX_LENGTH),
      message: cutToBytes(bodyText(written, TEXT_MAX_BYTES, { withUrls: false }), TEXT_MAX_BYTES),
      priority: PRIORITIES[written.worst],
      tags: [TAGS[written.worst]],
      click: written.url,
    },
    secrets.secret ? { authorization: `Bearer ${secrets.secret}` } : {},
  );
