/** Without it, spreadsheets assume an encoding older than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Builds a file of CSV text for spreadsheets. */
export function csvFile(texts: readonly string[]): Blob {
  return new Blob([BYTE_ORDER_MARK, ...texts], { type: 'text/csv' });
}

/** Saves a file where the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By the next task, the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
