/** URL of the service worker; the build leaves its name unchanged (`client/worker/push-worker.ts`). */
const WORKER = '/static/push-worker.js';

/** Data the server needs to send notifications to this browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Whether this browser supports push notifications, which require HTTPS or localhost. */
export function canBeNotified(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether the user has denied permission, which only the browser's settings can undo. */
export function isForbidden(): boolean {
  return Notification.permission === 'denied';
}

/** Returns this browser's endpoint at its push service; null while not subscribed. */
export async function ownEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint ?? null;
}

/**
 * Asks the user for permission, then the browser's push service for an endpoint.
 *
 * @returns undefined if the user denies permission.
 * @throws if the push service cannot be reached.
 */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.register(WORKER);
  await activated(registration);
  // A subscription created with a different server key is useless.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Unsubscribes this browser. */
export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Returns a name that users recognise in the list, e.g. `Firefox 140, Linux`. */
export function browserName({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome|Version)\/(\d+)/.exec(ordered(userAgent)) ?? [];
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };
  return [name && `${names[name] ?? name} ${version}`, system?.replace('Mac OS X', 'macOS')].filter(Boolean).join(', ');
}

/** The order matters: Android also claims to be Linux, and an iPhone to be like Mac OS X. */
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'];

/** Reverses the user agent so that the names of Edge and Opera come first: both also claim to be Chrome. */
function ordered(userAgent: string): string {
  return userAgent.split(' ').reverse().join(' ');
}

/** Waits for the worker to become active: push services give endpoints only to active workers. */
async function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
}
