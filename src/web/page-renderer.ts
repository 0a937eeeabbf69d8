import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import type { Response } from 'express';
import { htmlLang, inLanguage, type Language } from '../shared/text.js';
import type { ClientAssets } from './client-assets.js';
import { webMessages } from './web.messages.js';

/** A page to send: which template, in which language, under which title, and what else the template shows. */
export interface Page {
  readonly template: URL;
  readonly language: Language;
  readonly title: string;
  readonly status?: number;
  /** The entry of the client build whose styles and script the page loads. */
  readonly entry?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The frames that templates put themselves into by `layout('@…')`. */
const FRAMES = {
  '@layout': new URL('./layout.eta', import.meta.url),
  '@account': new URL('./account-frame.eta', import.meta.url),
};
const ACCOUNT_STYLES = 'src/styles/pages.css';

/** Renders the pages of the server from templates that escape whatever they show. */
export class PageRenderer {
  readonly #eta = new Eta({ autoEscape: true });

  constructor(private readonly assets: Pick<ClientAssets, 'entry'>) {
    for (const [name, file] of Object.entries(FRAMES)) this.#eta.loadTemplate(name, readFileSync(file, 'utf8'));
  }

  /** Reads and compiles a template; done when the service is put together, so that none is missing later. */
  prepare(template: URL): void {
    this.#eta.loadTemplate(nameOf(template), readFileSync(template, 'utf8'));
  }

  /** Answers with a page whose template has been prepared. */
  send(response: Response, { template, language, title, status = 200, entry = ACCOUNT_STYLES, data = {} }: Page): void {
    const html = this.#eta.render(nameOf(template), {
      ...data,
      lang: htmlLang[language],
      title,
      web: inLanguage(webMessages, language),
      assets: this.assets.entry(entry),
    });
    response.status(status).set('Content-Language', htmlLang[language]).type('html').send(html);
  }
}

/** Eta takes a name that begins with @ for a template that was loaded, not for a file. */
function nameOf({ href }: URL): string {
  return `@${href}`;
}
