/** Parses CSV (RFC 4180) into rows of cells. @throws if a quotation mark is not closed. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const [written, end] = text[at] === '"' ? quoted(text, at) : plain(text, at);
    row.push(written);
    if (text[end] === ',') {
      at = end + 1;
      continue;
    }
    if (text.slice(end, end + 2) !== '\r\n') throw new Error(`No end of the line at ${end}`);
    rows.push(row);
    row = [];
    at = end + 2;
  }
  return rows;
}

function quoted(text: string, begin: number): [string, number] {
  const [whole = ''] = /^"((?:[^"]|"")*)"/.exec(text.slice(begin)) ?? [];
  if (whole === '') throw new Error(`A quote is left open at ${begin}`);
  return [whole.slice(1, -1).replaceAll('""', '"'), begin + whole.length];
}

function plain(text: string, begin: number): [string, number] {
  const [cell = ''] = /^[^,\r\n"]*/.exec(text.slice(begin)) ?? [];
  return [cell, begin + cell.length];
}
