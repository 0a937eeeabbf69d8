/** Phones and tablets, which install a page by their browser's menu. */
export type Phone = 'ios' | 'android';

/** Returns the kind of phone or tablet; undefined on other computers. An iPad claims to be a Mac, but has a touch screen. */
export function phoneKind({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): Phone | undefined {
  if (userAgent.includes('Android')) return 'android';
  const isIPad = userAgent.includes('Macintosh') && maxTouchPoints > 1;
  return isIPad || /iPhone|iPad/.test(userAgent) ? 'ios' : undefined;
}

/** Whether the page runs as an installed application, without the browser's address bar. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
