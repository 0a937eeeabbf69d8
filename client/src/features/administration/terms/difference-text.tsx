import { t } from '../../../lib/i18n/t';
import type { DifferencePart } from './versions.operations';

/** Number of unchanged lines kept visible on either side of a change. */
const AROUND = 3;

/** A comparison: removed text is struck through, added text is underlined, and long unchanged parts are folded. */
export function DifferenceText({ parts }: { parts: readonly DifferencePart[] }) {
  return (
    <div className="terms-difference">
      {parts.map(({ kind, text }, index) => {
        const key = `${index}`;
        if (kind === 'REMOVED') return <del key={key}>{text}</del>;
        if (kind === 'ADDED') return <ins key={key}>{text}</ins>;
        return <Same key={key} text={text} isFirst={index === 0} isLast={index === parts.length - 1} />;
      })}
    </div>
  );
}

function Same({ text, isFirst, isLast }: { text: string; isFirst: boolean; isLast: boolean }) {
  const lines = text.split('\n');
  const [above, below] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  const folded = lines.slice(above, lines.length - below);
  // Folding fewer lines would save nothing, since the fold itself takes a line.
  if (folded.length <= AROUND) return <span>{text}</span>;
  return (
    <>
      <span>{lines.slice(0, above).join('\n')}</span>
      <details>
        <summary>{t('ui.versions.sameLines', { count: folded.length })}</summary>
        {folded.join('\n')}
      </details>
      <span>{lines.slice(lines.length - below).join('\n')}</span>
    </>
  );
}
