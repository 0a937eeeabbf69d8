/** The address of the service worker, which the build gives no other name (`client/worker/push-worker.ts`). */
const WORKER = '/static/push-worker.js';

/** What the server needs to send to this browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Whether this browser can be told of anything: only where the page is served by https or from localhost. */
export function canBeNotified(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether its user has forbidden it, which only the settings of the browser can undo. */
export function isForbidden(): boolean {
  return Notification.permission === 'denied';
}

/** The address of this browser at its push service; null while it is not subscribed. */
export async function ownEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint ?? null;
}

/**
 * Asks the user for permission, then the browser's push service for an address.
 *
 * @returns undefined when the user does not permit it. @throws when the push service cannot be reached.
 */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.register(WORKER);
  await activated(registration);
  // One that was made with another key of the server is of no use any more.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Gives the address of this browser up. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** `Firefox 140, Linux`: what its user knows it by in the list. */
export function browserName({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome|Version)\/(\d+)/.exec(ordered(userAgent)) ?? [];
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };
  return [name && `${names[name] ?? name} ${version}`, system?.replace('Mac OS X', 'macOS')].filter(Boolean).join(', ');
}

/** Android says that it is Linux, and an iPhone that it is like Mac OS X. */
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'];

/** Edge and Opera say that they are Chrome, too: their own names come first. */
function ordered(userAgent: string): string {
  return userAgent.split(' ').reverse().join(' ');
}

/** A push service gives addresses to active workers only. */
async function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
}
