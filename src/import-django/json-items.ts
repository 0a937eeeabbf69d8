import { CommandFailure } from '../shared/errors/command-failure.js';

/** Maximum length of a dump item, in bytes: more than any value that Vigia stores. */
const ITEM_MAX_BYTES = 16 * 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Parses a JSON list or JSON lines as a stream of items, since a dump of a whole project may not fit into memory.
 *
 * @throws {CommandFailure} naming the item that is not JSON, not UTF-8, too long, or truncated.
 */
export async function* jsonItems(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  const splitter = new Splitter();
  for await (const chunk of chunks) {
    for (const item of splitter.read(chunk)) yield item;
  }
  splitter.end();
}

/** Finds the boundaries of items; `JSON.parse` parses their content. */
class Splitter {
  /** Token expected next between items. */
  #state: 'start' | 'item' | 'item or end' | 'comma or end' | 'line' | 'over' = 'start';
  #isList = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #parts: Buffer[] = [];
  #length = 0;
  #count = 0;
  #offset = 0;

  *read(chunk: Buffer): Generator<unknown> {
    let begin = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      if (this.#depth > 0) {
        if (!this.#endsItem(byte)) continue;
        this.#keep(chunk.subarray(begin, index + 1));
        yield this.#item();
      } else if (this.#beginsItem(byte, this.#offset + index)) {
        begin = index;
      }
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(begin));
    this.#offset += chunk.length;
  }

  end(): void {
    const isWhole = this.#depth === 0 && (this.#isList ? this.#state === 'over' : this.#state === 'line');
    if (!isWhole) throw this.#fault('it ends in the middle');
  }

  #endsItem(byte: number): boolean {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = this.#inString;
    else if (byte === QUOTE) this.#inString = !this.#inString;
    else if (this.#inString) return false;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) this.#depth += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) this.#depth -= 1;
    return this.#depth === 0;
  }

  /** Whether this byte, which occurs between items, begins one. */
  #beginsItem(byte: number, at: number): boolean {
    if (byte <= 0x20) return false;
    if (this.#state === 'start') {
      if (byte === BYTE_ORDER_MARK[at]) return false;
      this.#isList = byte === OPENING_BRACKET;
      this.#state = this.#isList ? 'item or end' : 'line';
      if (this.#isList) return false;
    }
    const mayBegin = this.#state === 'item' || this.#state === 'item or end' || this.#state === 'line';
    const mayEnd = this.#state === 'item or end' || this.#state === 'comma or end';
    if (byte === OPENING_BRACE && mayBegin) {
      this.#depth = 1;
      return true;
    }
    if (byte === CLOSING_BRACKET && mayEnd) this.#state = 'over';
    else if (byte === COMMA && this.#state === 'comma or end') this.#state = 'item';
    else throw this.#fault('it is not JSON');
    return false;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > ITEM_MAX_BYTES) throw this.#fault('it is over 16 MiB');
    this.#parts.push(part);
  }

  #item(): unknown {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#state = this.#isList ? 'comma or end' : 'line';
    const text = this.#decoded(bytes);
    try {
      const item: unknown = JSON.parse(text);
      this.#count += 1;
      return item;
    } catch {
      throw this.#fault('it is not JSON');
    }
  }

  #decoded(bytes: Buffer): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw this.#fault('it is not UTF-8; make the dump again with PYTHONUTF8=1');
    }
  }

  #fault(reason: string): CommandFailure {
    return new CommandFailure(`The dump cannot be read at its item ${this.#count + 1}: ${reason}.`);
  }
}
