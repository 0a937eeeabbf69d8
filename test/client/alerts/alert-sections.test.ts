import { expect, test } from 'vitest';
import { addressOf, sectionAt } from '../../../client/src/features/alerts/alerts-section.js';
import { alertSections } from '../../../client/src/pages/alert-sections.js';
import { pageOf, paths } from '../../../client/src/paths.js';
import { clientPages } from '../../../src/app/client-pages.js';

const pages = clientPages.filter(({ path }) => path.startsWith(paths.alerts));

test('the server answers the address of each section to those whom the page offers it', () => {
  const answered = pages.filter(({ path }) => !path.includes(':'));
  expect(answered.map(({ path, needs }) => [path, needs])).toEqual(
    alertSections.map((section) => [addressOf(section), section.needs ?? 'MACHINES']),
  );
  expect(pages.filter(({ needs }) => needs === 'MACHINES').map(({ path }) => path)).toEqual([
    '/sistema/alertas/',
    '/sistema/alertas/:incident/',
  ]);
});

test('what stands behind a section has an address that leads back to it, and is part of the one page', () => {
  for (const section of alertSections) {
    for (const id of [undefined, '7']) {
      const path = addressOf(section, id);
      expect(sectionAt(alertSections, path)).toEqual({ section, id });
      expect(sectionAt(alertSections, path.slice(0, -1))).toEqual({ section, id });
      expect(pageOf(path)).toBe(paths.alerts);
    }
  }
});
