import './converter.css';
import type { ReactNode } from 'react';
import type { NumberProblem } from '../../../../src/conversion/rules/whole-number';
import { parseWhole } from '../../../../src/conversion/rules/whole-number';
import { CopyButton } from '../../components/copy-button';
import { Page } from '../../components/page';
import { say } from '../../lib/say';
import { BitsSection } from './bits-section';
import { BitwiseSection } from './bitwise-section';
import { converterMessages } from './converter.messages';
import { addressOf } from './converter-state';
import { LogicSection } from './logic-section';
import { NumberSection } from './number-section';
import { StepsSection } from './steps-section';
import { useConverter } from './use-converter';

interface ConverterPageProps {
  /** The live figures of the host, which call `open` with the one to be converted. */
  machine(open: (value: string) => void): ReactNode;
}

/** Number bases, bits and logic (contract section 5); the rules are those of the server, run here. */
export function ConverterPage({ machine }: ConverterPageProps) {
  const [state, change] = useConverter();
  const read = parseWhole(state.value, state.base);
  const number = typeof read === 'bigint' ? read : undefined;
  const problem = typeof read === 'bigint' ? undefined : problemToTell(state.value, read.problem);
  const parts = { state, number, onChange: change };
  return (
    <Page title={say(converterMessages.title)} lead={say(converterMessages.lead)}>
      <div className="converter">
        <NumberSection {...parts} problem={problem} />
        <BitsSection {...parts} />
        <StepsSection {...parts} />
        <BitwiseSection {...parts} />
        <LogicSection state={state} onChange={change} />
        {machine((value) => {
          change({ value, base: 10, signed: false });
          document.getElementById('number')?.scrollIntoView();
        })}
        <div className="share">
          <CopyButton
            label={say(converterMessages.addressLabel)}
            text={location.origin + location.pathname + addressOf(state)}
          />
          <p className="hint">{say(converterMessages.shareHint)}</p>
        </div>
      </div>
    </Page>
  );
}

/** An empty field is no mistake. */
function problemToTell(value: string, problem: NumberProblem): NumberProblem | undefined {
  return value.trim() === '' ? undefined : problem;
}
