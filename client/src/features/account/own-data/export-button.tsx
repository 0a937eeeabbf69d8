import { useState } from 'react';
import { useClient } from 'urql';
import { Notice } from '../../../components/status/notice';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { OwnDataQuery } from './own-data.operations';

type Progress = { state: 'resting' | 'busy' | 'done' } | { state: 'failed'; text: string };

/** Saves the user's own data as a file. */
export function ExportButton() {
  const client = useClient();
  const [{ username }] = useViewer();
  const [progress, setProgress] = useState<Progress>({ state: 'resting' });

  const save = async () => {
    if (progress.state === 'busy') return;
    setProgress({ state: 'busy' });
    const { data, error } = await client.query(OwnDataQuery, {}, { requestPolicy: 'network-only' });
    if (data) saveFile(data.ownData, username);
    setProgress(error ? { state: 'failed', text: describeFailure(error).text } : { state: 'done' });
  };
  return (
    <>
      <div className="actions">
        <button className="button" type="button" aria-disabled={progress.state === 'busy'} onClick={() => void save()}>
          {t('ui.ownData.export')}
        </button>
      </div>
      {progress.state === 'done' && <Notice tone="good">{t('ui.ownData.exported')}</Notice>}
      {progress.state === 'failed' && <Notice tone="bad">{progress.text}</Notice>}
    </>
  );
}

function saveFile(json: string, username: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  link.download = t('ui.ownData.exportName', { username, date: new Date().toISOString().slice(0, 10) });
  link.click();
  // Revoke only in the next task, once the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
