/** A built-in of Node since version 21 that TypeScript's library does not declare yet. */
interface JSON {
  /** A value that `JSON.stringify` writes as `text`, digit for digit. */
  rawJSON(text: string): object;
}
