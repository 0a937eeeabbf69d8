import type { IncomingMessage } from 'node:http';

/**
 * Returns all values of a header in the order sent, since Node's `headers` keeps only the first of some headers.
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
