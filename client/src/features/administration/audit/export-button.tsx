import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../../components/status/notice';
import { t } from '../../../lib/i18n/t';
import { saveFile } from '../../../lib/page/save-file';
import type { AuditFilter } from './audit.operations';
import { exportAudit } from './export-audit';

type Progress = { state: 'resting' } | { state: 'busy' | 'done'; count: number } | { state: 'failed'; text: string };

/** Saves the filtered events as CSV. Shows progress and can be cancelled; leaving the section also cancels it. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const [progress, setProgress] = useState<Progress>({ state: 'resting' });
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  const begin = async () => {
    const controller = new AbortController();
    call.current = controller;
    setProgress({ state: 'busy', count: 0 });
    let count = 0;
    const onProgress = (reached: number) => {
      count = reached;
      setProgress({ state: 'busy', count });
    };
    try {
      const file = await exportAudit(filter, controller.signal, onProgress);
      saveFile(file, t('ui.audit.fileName', { date: new Date().toISOString().slice(0, 10) }));
      setProgress({ state: 'done', count });
    } catch (error) {
      if (controller.signal.aborted) setProgress({ state: 'resting' });
      else setProgress({ state: 'failed', text: (error as Error).message || t('ui.core.failure.unreachable') });
    }
  };
  const busy = progress.state === 'busy';
  return (
    <div className="audit-export">
      <button className="button" type="button" onClick={busy ? () => call.current?.abort() : begin}>
        {t(busy ? 'ui.audit.cancelExport' : 'ui.audit.export')}
      </button>
      {busy && <output className="hint">{t('ui.audit.exporting', { count: progress.count })}</output>}
      {progress.state === 'done' && <Notice tone="good">{t('ui.audit.exported', { count: progress.count })}</Notice>}
      {progress.state === 'failed' && <Notice tone="bad">{progress.text}</Notice>}
    </div>
  );
}
