/**
 * Service worker for notifications: shows those that arrive from the push service and opens their page on click. It
 * handles no requests, and there are no pages in its scope, `/static/`, so no fetch depends on it.
 */
declare const self: ServiceWorkerGlobalScope;

/** Payload of a push from the server; see `PushPayload` in `src/features/alerts/channels/delivery/push-sender.ts`. */
interface PushPayload {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Path of the page with the details. */
  readonly url: string;
}

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { tag, title, body, url } = event.data.json() as PushPayload;
  const options = { body, tag, data: url, icon: '/static/icon-192.png', badge: '/static/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data as string));
});

/** Focuses the page if it is already open, otherwise opens it, but never a page of another site. */
async function openPage(path: string): Promise<void> {
  const { href, origin } = new URL(path, self.location.origin);
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url === href);
  if (open) await open.focus();
  else await self.clients.openWindow(href);
}

export {};
