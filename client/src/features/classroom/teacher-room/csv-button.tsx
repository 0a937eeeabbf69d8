import { t } from '../../../lib/i18n/t';
import { csvFile, saveFile } from '../../../lib/page/save-file';
import { csrfToken } from '../../../lib/session/csrf-token';
import { paths } from '../../../paths';
import { SaveButton } from '../save-button';

const CSV_QUERY = `query RoomCsv($room: String!, $after: Int!) {
  roomCsv(room: $room, after: $after) { csv endNumber hasMore }
}`;

/** Saves the results of a room, whose parts are joined into one file. */
export function CsvButton({ code }: { code: string }) {
  return (
    <SaveButton save={async () => saveFile(csvFile(await fetchResults(code)), t('ui.classroom.fileName', { code }))} />
  );
}

/** Returns all parts of a room's results. @throws if one of them cannot be fetched. */
async function fetchResults(room: string): Promise<string[]> {
  const texts: string[] = [];
  for (let after = 0; ; ) {
    const response = await fetch(paths.graphql, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': csrfToken() },
      body: JSON.stringify({ query: CSV_QUERY, variables: { room, after } }),
    });
    const { csv, endNumber, hasMore } = (await response.json()).data.roomCsv;
    texts.push(csv);
    if (!hasMore) return texts;
    after = endNumber;
  }
}
