import './converter.css';
import type { ReactNode } from 'react';
import { type NumberProblem, parseWhole } from '../../../../src/conversion/rules/whole-number';
import { CopyButton } from '../../components/copy-button';
import { Page } from '../../components/page';
import { t } from '../../lib/i18n/t';
import { BitsSection } from './bits/bits-section';
import type { ConverterProps } from './converter-props';
import { addressOf } from './converter-state';
import { NumberSection } from './number/number-section';
import { useConverter } from './use-converter';

interface ConverterPageProps {
  /** Renders the sections below the number and its bits. */
  further(props: ConverterProps): ReactNode;
}

/** Number bases, bits and logic (contract 5). It runs the server's rules in the browser. */
export function ConverterPage({ further }: ConverterPageProps) {
  const [state, change] = useConverter();
  const parsed = parseWhole(state.value, state.base);
  const number = typeof parsed === 'bigint' ? parsed : undefined;
  const problem = typeof parsed === 'bigint' ? undefined : shownProblem(state.value, parsed.problem);
  const shared: ConverterProps = { state, number, onChange: change };
  return (
    <Page title={t('ui.converter.title')} lead={t('ui.converter.lead')}>
      <div className="converter-ways">
        <CopyButton label={t('ui.converter.shareLabel')} text={location.origin + location.pathname + addressOf(state)}>
          {t('ui.converter.share')}
        </CopyButton>
      </div>
      <NumberSection {...shared} problem={problem} />
      <BitsSection {...shared} />
      {further(shared)}
    </Page>
  );
}

/** The problem to show: none for an empty field, which is not a mistake. */
function shownProblem(value: string, problem: NumberProblem): NumberProblem | undefined {
  return value.trim() === '' ? undefined : problem;
}
