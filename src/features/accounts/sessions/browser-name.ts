import Bowser from 'bowser';

/** Returns the common name of browser and system from a `User-Agent`: `Firefox 140, Linux`. Empty if unknown. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  const name = [browser.name, version].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(', ');
}
