import { useState } from 'react';
import { Notice } from '../../components/status/notice';
import { t } from '../../lib/i18n/t';
import { csrfToken } from '../../lib/session/csrf-token';
import { paths } from '../../paths';

const CSV_QUERY = `query RoomCsv($room: String!, $after: Int!) {
  roomCsv(room: $room, after: $after) { csv endNumber hasMore }
}`;

/** Without it, spreadsheets assume an encoding older than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

export function CsvButton({ code }: { code: string }) {
  const [progress, setProgress] = useState<'resting' | 'busy' | 'failed'>('resting');
  const save = async () => {
    if (progress === 'busy') return;
    setProgress('busy');
    try {
      saveAs(await fetchResults(code), t('ui.classroom.fileName', { code }));
      setProgress('resting');
    } catch {
      setProgress('failed');
    }
  };
  return (
    <>
      <button className="button" type="button" aria-disabled={progress === 'busy'} onClick={save}>
        {t('ui.classroom.csv')}
      </button>
      {progress === 'failed' && <Notice tone="bad">{t('ui.classroom.csvFailed')}</Notice>}
    </>
  );
}

/**
 * Joins all parts into one file.
 *
 * @throws if one of them cannot be fetched.
 */
async function fetchResults(room: string): Promise<Blob> {
  const texts = [BYTE_ORDER_MARK];
  for (let after = 0; ; ) {
    const response = await fetch(paths.graphql, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': csrfToken() },
      body: JSON.stringify({ query: CSV_QUERY, variables: { room, after } }),
    });
    const { csv, endNumber, hasMore } = (await response.json()).data.roomCsv;
    texts.push(csv);
    if (!hasMore) return new Blob(texts, { type: 'text/csv' });
    after = endNumber;
  }
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By the next task, the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
