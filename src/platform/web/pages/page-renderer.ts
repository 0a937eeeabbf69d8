import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import type { Response } from 'express';
import { localeOf } from '../../../i18n/catalogues.js';
import { message } from '../../../i18n/message.js';
import { type Translate, translate } from '../../../i18n/translate.js';
import type { Appearance } from './appearance.js';
import type { ClientAssets } from './client-assets.js';

/** A page to send: its template, appearance, title, and other data for the template. */
export interface Page {
  readonly template: URL;
  readonly appearance: Appearance;
  readonly title: string;
  readonly status?: number;
  /**
   * Entries of the client build whose styles and scripts the page loads: the first is run, the others are preloaded.
   */
  readonly entries?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The accounts that a demonstration offers on its login page. */
export interface DemoAccounts {
  readonly staff: string;
  readonly member: string;
  readonly password: string;
}

/** Frames that templates use with `layout('@…')`, and partials that they use with `include('@…')`. */
const FRAMES = {
  '@layout': new URL('./layout.eta', import.meta.url),
  '@account': new URL('./account-frame.eta', import.meta.url),
  '@header': new URL('./site-header.eta', import.meta.url),
  '@fields': new URL('./form-fields.eta', import.meta.url),
  '@demonstration': new URL('./demonstration.eta', import.meta.url),
};
/** Entry with styles, and a script without which the pages still work. */
const SERVER_PAGES = ['src/server-pages.ts'];

/** Compiled templates, cached for all services in a process. */
const eta = new Eta({ autoEscape: true });

/** Renders server pages from templates that escape all output. */
export class PageRenderer {
  /** @param demonstration marks every page as one of a demonstration. */
  constructor(
    private readonly assets: Pick<ClientAssets, 'entries'>,
    private readonly demonstration?: DemoAccounts,
  ) {
    for (const [name, file] of Object.entries(FRAMES)) load(name, file);
  }

  /** Reads and compiles a template. Called when the service is assembled so that a missing file is noticed early. */
  prepare(template: URL): void {
    load(nameOf(template), template);
  }

  /** Sends a page whose template has been prepared. */
  send(
    response: Response,
    { template, appearance, title, status = 200, entries = SERVER_PAGES, data = {} }: Page,
  ): void {
    const { language, theme } = appearance;
    const html = eta.render(nameOf(template), {
      ...data,
      lang: localeOf(language),
      theme,
      title,
      demonstration: this.demonstration && message('web.demonstration.accounts', { ...this.demonstration }),
      t: ((text) => translate(text, language)) satisfies Translate,
      assets: this.assets.entries(entries, language),
    });
    response.status(status).set('Content-Language', localeOf(language)).type('html').send(html);
  }
}

/** Returns a name beginning with `@`, which Eta treats as a loaded template rather than a file. */
function nameOf({ href }: URL): string {
  return `@${href}`;
}

/** Reads and compiles a template, unless another service in the process has already done so. */
function load(name: string, file: URL): void {
  if (!eta.templatesSync.get(name)) eta.loadTemplate(name, readFileSync(file, 'utf8'));
}
