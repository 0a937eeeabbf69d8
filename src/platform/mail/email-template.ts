import { type Language, localeOf } from '../../i18n/catalogues.js';
import { escapeHtml } from '../../shared/text/escape-html.js';
import type { Mail } from './mailer.js';

/** The content of an e-mail, from which its text and HTML parts are rendered. */
export interface EmailTexts {
  readonly language: Language;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Rendered as buttons below the paragraphs. */
  readonly links: readonly EmailLink[];
  /** Footer for recipients who did not expect the e-mail. */
  readonly note: string;
}

export interface EmailLink {
  readonly label: string;
  readonly href: string;
}

/** An e-mail without the fields that come from the outbox. */
export type EmailContent = Omit<Mail, 'messageId' | 'date'>;

export function emailContent(to: string, texts: EmailTexts): EmailContent {
  return { to, subject: texts.subject, text: renderEmailText(texts), html: renderEmailHtml(texts) };
}

/** Renders the plain-text part, with URLs spelled out. */
export function renderEmailText({ heading, paragraphs, links, note }: EmailTexts): string {
  const addresses = links.map(({ label, href }) => `${label}: ${href}`);
  return [heading, ...paragraphs, ...addresses, '-- ', note].join('\n\n').replace('-- \n\n', '-- \n');
}

/**
 * Renders the HTML part. It loads no external resources, and all text is escaped. The colours match the pages, with a
 * dark variant for clients that support it.
 */
export function renderEmailHtml({ language, subject, heading, paragraphs, links, note }: EmailTexts): string {
  return `<!doctype html>
<html lang="${localeOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#faf8f4">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background-color:#faf8f4">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background-color:#ffffff;border:1px solid #d9d3c7;border-radius:10px">
<tr><td class="text" style="padding:32px;font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1b2430;overflow-wrap:anywhere;word-break:break-word">
<p class="text" style="margin:0 0 24px;font-weight:600;letter-spacing:.01em;color:#1b2430"><span class="lamp" style="display:inline-block;width:10px;height:10px;margin-right:8px;border-radius:5px;background-color:#f2b23a"></span>Vigia</p>
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:600;color:#1b2430">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p class="text" style="margin:0 0 16px;color:#1b2430">${escapeHtml(text)}</p>`).join('\n')}
${links.map(renderLink).join('\n')}
</td></tr>
</table>
<p class="hint" style="max-width:496px;margin:20px auto 0;text-align:left;font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:1.5;color:#4a5565;overflow-wrap:anywhere">${escapeHtml(note)}</p>
</td></tr>
</table>
</body>
</html>
`;
}

function renderLink({ label, href }: EmailLink): string {
  return `<p style="margin:28px 0 0"><a class="button" href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background-color:#f2b23a;color:#1b2430;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="hint" style="margin:12px 0 0;font-size:14px;color:#4a5565">${escapeHtml(href)}</p>`;
}

/**
 * Style sheet with the dark colours. Clients without style sheet support use the light colours, which are inlined on
 * every element.
 */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0f1620 !important; }
  .card { background-color: #17202c !important; border-color: #2c3848 !important; }
  .text { color: #eceff4 !important; }
  .hint { color: #b4becc !important; }
  .button { background-color: #f2b23a !important; color: #1b2430 !important; }
}
`;
