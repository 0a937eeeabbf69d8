import { type RequestHandler, Router } from 'express';
import { type Language, languages, localeOf } from '../i18n/catalogues.js';
import { message } from '../i18n/message.js';
import { translate } from '../i18n/translate.js';
import { CONVERTER_PATH } from './client-pages.js';

/** Pages in the menu that a phone opens from the icon of the installed application. */
const SHORTCUTS = [
  { name: message('web.pages.alerts'), url: '/sistema/alertas/' },
  { name: message('web.pages.monitoring'), url: '/sistema/monitoramento/' },
  { name: message('web.pages.converter'), url: CONVERTER_PATH },
];

const PNG = 'image/png';
const SHORTCUT_ICONS = [{ src: '/static/icon-192.png', sizes: '192x192', type: PNG }];
const ICONS = [
  { src: '/static/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ...SHORTCUT_ICONS,
  { src: '/static/icon-512.png', sizes: '512x512', type: PNG },
  { src: '/static/icon-maskable-512.png', sizes: '512x512', type: PNG, purpose: 'maskable' },
];

/**
 * Serves a manifest for each language, as linked by `layout.eta`: `/static/manifest-pt-BR.webmanifest`. The language is
 * part of the path because browsers fetch manifests without cookies.
 */
export function serveManifests(): RequestHandler {
  const router = Router({ caseSensitive: true });
  for (const language of languages) {
    const text = JSON.stringify(webManifest(language));
    router.get(`/manifest-${localeOf(language)}.webmanifest`, (_request, response) => {
      response.set('Cache-Control', 'no-cache').type('application/manifest+json').send(text);
    });
  }
  return router;
}

/** Describes the application to a browser that installs it. Its `id` must never change: installed ones are found by it. */
function webManifest(language: Language) {
  return {
    id: '/',
    name: 'Vigia',
    short_name: 'Vigia',
    description: translate(message('web.manifest.description'), language),
    lang: localeOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The colours of the header (--dusk) and of the dark page, in both themes: the manifest knows only one.
    background_color: '#0f1620',
    theme_color: '#1b2430',
    icons: ICONS,
    shortcuts: SHORTCUTS.map(({ name, url }) => ({ name: translate(name, language), url, icons: SHORTCUT_ICONS })),
  };
}
