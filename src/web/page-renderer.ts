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

  /** Answers with a page. */
  send(response: Response, { template, language, title, status = 200, entry = ACCOUNT_STYLES, data = {} }: Page): void {
    const html = this.#eta.render(this.#load(template), {
      ...data,
      lang: htmlLang[language],
      title,
      web: inLanguage(webMessages, language),
      assets: this.assets.entry(entry),
    });
    response.status(status).set('Content-Language', htmlLang[language]).type('html').send(html);
  }

  /** Compiles a template at its first use and keeps it under its address. */
  #load({ href }: URL): string {
    // A name that begins with @ is one that was loaded, not a file.
    const name = `@${href}`;
    if (!this.#eta.templatesSync.get(name)) this.#eta.loadTemplate(name, readFileSync(new URL(href), 'utf8'));
    return name;
  }
}
