import { useState } from 'react';
import { Notice } from '../../components/status/notice';
import { t } from '../../lib/i18n/t';

/** Button that saves results; shows when that fails. */
export function SaveButton({ save: saveResults }: { save: () => Promise<void> }) {
  const [progress, setProgress] = useState<'resting' | 'busy' | 'failed'>('resting');
  const save = async () => {
    if (progress === 'busy') return;
    setProgress('busy');
    try {
      await saveResults();
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
