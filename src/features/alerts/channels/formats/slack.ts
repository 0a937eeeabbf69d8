import { bodyText } from '../messages/write-message.js';
import { type Format, jsonRequest } from './provider-request.js';

const TEXT_MAX_LENGTH = 3500;

/** Builds a request to an incoming webhook of Slack, or of a service with the same format. */
export const slack: Format = ({ secrets, written }) =>
  jsonRequest(secrets.url, {
    text: escaped(`${written.title}\n${bodyText(written, TEXT_MAX_LENGTH)}`),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  });

/** Escapes the characters that Slack interprets as links and mentions (`<!channel>`) even in plain text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
