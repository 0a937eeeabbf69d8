import { CopyButton } from '../../../components/copy-button';
import { t } from '../../../lib/i18n/t';

interface PasteBlockProps {
  /** Describes the text to screen readers. */
  label: string;
  text: string;
}

/** Text to paste elsewhere, with a button that copies it. */
export function PasteBlock({ label, text }: PasteBlockProps) {
  return (
    <div className="paste-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="paste-text" tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </section>
      <CopyButton label={label} text={text}>
        {t('ui.machines.copy')}
      </CopyButton>
    </div>
  );
}
