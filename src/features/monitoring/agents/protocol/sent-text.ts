/** A text of the machine as it may be sent: in whole characters, none of them a control character, and not too long. */
export function sentText(text: string, most: number): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '?')
    .slice(0, most)
    .toWellFormed();
}
