import { useState } from 'react';
import { useClient } from 'urql';
import { Notice } from '../../../components/status/notice';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { saveFile } from '../../../lib/page/save-file';
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
    if (data) {
      const date = new Date().toISOString().slice(0, 10);
      saveFile(new Blob([data.ownData], { type: 'application/json' }), t('ui.ownData.exportName', { username, date }));
    }
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
