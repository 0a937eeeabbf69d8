import { bodyText, cut } from '../messages/write-message.js';
import { type Format, jsonRequest } from './provider-request.js';

const TITLE_MAX_LENGTH = 256;

/** Discord accepts 4,096 characters, and escaping may double the length of the text. */
const TEXT_MAX_LENGTH = 2000;

const COLOURS = { BAD: 0xb3_26_1e, WARNING: 0xf2_b2_3a, OK: 0x2e_7d_32 } as const;

/** Builds a request to a Discord webhook, with mentions disabled. */
export const discord: Format = ({ secrets, written }) =>
  jsonRequest(secrets.url, {
    embeds: [
      {
        title: cut(escaped(cut(written.title, TITLE_MAX_LENGTH / 2)), TITLE_MAX_LENGTH),
        description: escaped(bodyText(written, TEXT_MAX_LENGTH, { withUrls: false })),
        url: written.url,
        color: COLOURS[written.worst],
      },
    ],
    allowed_mentions: { parse: [] },
  });

/** Escapes all characters that Discord treats as markup. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');
}
