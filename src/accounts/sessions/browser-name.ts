import Bowser from 'bowser';

/** What people call the browser behind a `User-Agent` and its system: `Firefox 140, Linux`. Empty when it is unknown. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  const name = [browser.name, version].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(', ');
}
