/**
 * Returns the value of the readable `csrftoken` cookie, which forms and mutations repeat to prove that they come from
 * this site (contract 3). Must be read when the request is sent, because login rotates it. Empty without the cookie;
 * the server then rejects the request.
 */
export function csrfToken(): string {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith('csrftoken='));
  return cookie ? decodeURIComponent(cookie.slice('csrftoken='.length)) : '';
}
