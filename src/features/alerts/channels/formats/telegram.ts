import { bodyText, cut } from '../messages/write-message.js';
import { below, type Format, jsonRequest } from './provider-request.js';

/** Maximum lengths in characters. Telegram accepts 4,096, including the title. */
const TEXT_MAX_LENGTH = 3500;
const TITLE_MAX_LENGTH = 500;

/** Builds a request to a Telegram bot. Without `parse_mode`, the text is shown as is. */
export const telegram: Format = ({ settings: { chat = '' }, secrets, written }) => {
  const [id, topic] = chat.split('/');
  return jsonRequest(
    below(secrets.url, `bot${encodeURIComponent(secrets.secret ?? '').replaceAll('%3A', ':')}/sendMessage`),
    {
      chat_id: id,
      ...(topic !== undefined && { message_thread_id: Number(topic) }),
      text: `${cut(written.title, TITLE_MAX_LENGTH)}\n${bodyText(written, TEXT_MAX_LENGTH)}`,
      link_preview_options: { is_disabled: true },
    },
  );
};
