/** A built-in of Node since version 21 that TypeScript's library doesn't declare yet. */
interface JSON {
  /** Returns a value that `JSON.stringify` writes as `text`, digit for digit. */
  rawJSON(text: string): object;
}
