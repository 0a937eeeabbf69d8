import './converter.css';
import type { ReactNode } from 'react';
import { type NumberProblem, parseWhole } from '../../../../src/conversion/rules/whole-number';
import { CopyButton } from '../../components/copy-button';
import { Page } from '../../components/page';
import { t } from '../../lib/i18n/t';
import { BitsSection } from './bits/bits-section';
import type { ConverterParts } from './converter-parts';
import { addressOf } from './converter-state';
import { NumberSection } from './number/number-section';
import { useConverter } from './use-converter';

interface ConverterPageProps {
  /** What stands below the number and its bits. */
  further(deps: ConverterParts): ReactNode;
}

/** Number bases, bits and logic (contract 5); the rules are those of the server, run here. */
export function ConverterPage({ further }: ConverterPageProps) {
  const [state, change] = useConverter();
  const read = parseWhole(state.value, state.base);
  const number = typeof read === 'bigint' ? read : undefined;
  const problem = typeof read === 'bigint' ? undefined : problemToTell(state.value, read.problem);
  const deps: ConverterParts = { state, number, onChange: change };
  return (
    <Page title={t('ui.converter.title')} lead={t('ui.converter.lead')}>
      <div className="converter-ways">
        <CopyButton label={t('ui.converter.shareLabel')} text={location.origin + location.pathname + addressOf(state)}>
          {t('ui.converter.share')}
        </CopyButton>
      </div>
      <NumberSection {...deps} problem={problem} />
      <BitsSection {...deps} />
      {further(deps)}
    </Page>
  );
}

/** An empty field is no mistake. */
function problemToTell(value: string, problem: NumberProblem): NumberProblem | undefined {
  return value.trim() === '' ? undefined : problem;
}
