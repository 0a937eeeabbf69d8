import type { Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { textIn } from '../../../../../src/features/conversion/rules/logic/notation-text';
import { canonicalForm } from '../../../../../src/features/conversion/rules/logic-forms/canonical-form';
import type { MinimalForm } from '../../../../../src/features/conversion/rules/logic-forms/minimise';
import { CopyButton } from '../../../components/copy-button';
import { InWords } from '../../../components/logic/gate-words';
import { t } from '../../../lib/i18n/t';

interface FormResultProps {
  minimal: MinimalForm;
  notation: Notation | undefined;
}

/** A form with more terms takes many lines in words, and nobody reads it aloud. */
const SPELT_OUT_TERMS = 6;

/** The minimal form, and the canonical form it was derived from. */
export function FormResult({ minimal, notation }: FormResultProps) {
  const { form, terms, literals } = minimal;
  const text = textIn(minimal.expression, notation);
  const canonical = canonicalForm(minimal.function, form);
  return (
    <dl className="form-results">
      <div className="form-minimal">
        <dt>{t('ui.forms.minimal')}</dt>
        <dd>
          <output className="form-expression figures">{text}</output>
          <CopyButton label={t('ui.forms.minimal')} text={text} />
        </dd>
        <dd>{terms <= SPELT_OUT_TERMS && <InWords expression={minimal.expression} shown={text} />}</dd>
        <dd className="hint">{t('ui.forms.size', { terms, literals })}</dd>
      </div>
      <div>
        <dt>{t('ui.forms.canonical')}</dt>
        <dd className="figures">{canonical.shorthand}</dd>
        <dd>
          <details>
            <summary>{t('ui.forms.canonicalWhole')}</summary>
            <p className="figures form-canonical">{textIn(canonical.expression, notation)}</p>
          </details>
        </dd>
      </div>
    </dl>
  );
}
