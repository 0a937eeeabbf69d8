import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ExerciseOfSheet } from '../../../../../src/features/conversion/rules/exercises/mixed-sheet';
import type { ShownSheet } from '../../../components/exercises/sheet-address';
import { t } from '../../../lib/i18n/t';
import { PrintedSheet } from './printed-sheet';

interface PrintButtonsProps {
  sheet: ShownSheet;
  exercises: readonly ExerciseOfSheet[];
}

/**
 * Prints the sheet with or without the answers, which go on a separate page. The browser's own print command omits
 * them.
 */
export function PrintButtons({ sheet, exercises }: PrintButtonsProps) {
  const [asked, setAsked] = useState<{ withAnswers: boolean } | null>(null);
  useEffect(() => {
    if (!asked) return;
    const onPrinted = () => setAsked(null);
    addEventListener('afterprint', onPrinted);
    print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [asked]);
  return (
    <>
      <button className="button button-small" type="button" onClick={() => setAsked({ withAnswers: false })}>
        {t('ui.practice.print')}
      </button>
      <button className="button button-small" type="button" onClick={() => setAsked({ withAnswers: true })}>
        {t('ui.practice.printWithAnswers')}
      </button>
      {createPortal(
        <PrintedSheet sheet={sheet} exercises={exercises} withAnswers={asked?.withAnswers ?? false} />,
        document.body,
      )}
    </>
  );
}
