import type { ReactNode } from 'react';
import { BitwiseSection } from './bitwise/bitwise-section';
import type { ConverterProps } from './converter-props';
import { LogicSection } from './logic/logic-section';
import { StepsSection } from './steps/steps-section';

/** The sections below the number and its bits. */
export function FurtherSections({ machine, ...props }: ConverterProps & { machine: ReactNode }) {
  return (
    <>
      <StepsSection {...props} />
      <BitwiseSection {...props} />
      <LogicSection state={props.state} onChange={props.onChange} />
      {machine}
    </>
  );
}
