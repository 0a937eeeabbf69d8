import type { ReactNode } from 'react';
import { BitwiseSection } from './bitwise/bitwise-section';
import type { ConverterParts } from './converter-parts';
import { LogicSection } from './logic/logic-section';
import { StepsSection } from './steps/steps-section';

/** What stands below the number and its bits. */
export function FurtherSections({ machine, ...parts }: ConverterParts & { machine: ReactNode }) {
  return (
    <>
      <StepsSection {...parts} />
      <BitwiseSection {...parts} />
      <LogicSection state={parts.state} onChange={parts.onChange} />
      {machine}
    </>
  );
}
