import Bowser from 'bowser';

/** Returns the browser and system named by a `User-Agent`, e.g. `Firefox 140, Linux`; empty if unknown. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  const name = [browser.name, version].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(', ');
}
