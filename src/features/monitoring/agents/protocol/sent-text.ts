/** Makes a text from the machine safe to send: whole characters, no control characters, and limited length. */
export function sentText(text: string, most: number): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '?')
    .slice(0, most)
    .toWellFormed();
}
