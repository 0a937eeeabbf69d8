/** Without it, spreadsheets assume an encoding older than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Saves CSV text as a file. */
export function saveCsv(texts: readonly string[], name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, ...texts], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // By the next task, the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
