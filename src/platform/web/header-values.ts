import type { IncomingMessage } from 'node:http';

/**
 * All values of a header, in the order in which they were sent; `headers` of Node keeps the first alone of some.
 *
 * @param name in lower case.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [sent = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(value);
  }
  return values;
}
