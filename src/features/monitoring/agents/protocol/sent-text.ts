/** Makes a string from the machine safe to send, with whole characters, no control characters and a limited length. */
export function sentText(text: string, most: number): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '?')
    .slice(0, most)
    .toWellFormed();
}
