import { figureNames, windowFunctions } from '../../../../../../../src/features/alerts/rules/figures';
import { type MessageKey, t } from '../../../../../lib/i18n/t';
import { referenceExamples } from './example-conditions';
import { type ReferenceWord, words } from './words';

interface ExpressionReferenceProps {
  /** Inserts an example. */
  onAdd(example: string): void;
}

interface Group {
  readonly title: MessageKey;
  readonly words: readonly ReferenceWord[];
}

const groups: readonly Group[] = [
  { title: 'ui.alertRule.measured', words: figureNames },
  { title: 'ui.alertRule.windows', words: windowFunctions },
  { title: 'ui.alertRule.times', words: ['time'] },
];

/** Syntax reference with examples that are inserted on click. */
export function ExpressionReference({ onAdd }: ExpressionReferenceProps) {
  return (
    <details className="expression-reference">
      <summary>{t('ui.alertRule.reference')}</summary>
      <p className="hint">{t('ui.alertRule.operations')}</p>
      {groups.map((group) => (
        <section key={group.title}>
          <h3>{t(group.title)}</h3>
          <ul>
            {group.words.map((word) => (
              <li key={word}>
                <button
                  className="button button-small figures"
                  type="button"
                  aria-label={t('ui.alertRule.putIn', { text: referenceExamples[word] })}
                  onClick={() => onAdd(referenceExamples[word])}
                >
                  {referenceExamples[word]}
                </button>
                <span className="hint">{t(words[word])}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
