import Bowser from 'bowser';

/** The usual name of the browser and the system of a `User-Agent`: `Firefox 140, Linux`. Empty when unknown. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  const name = [browser.name, version].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(', ');
}
