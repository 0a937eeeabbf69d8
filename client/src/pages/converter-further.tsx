import { MachineValues } from '../features/converter/bits/machine-values';
import type { ConverterProps } from '../features/converter/converter-props';
import { FurtherSections } from '../features/converter/further-sections';
import { useSample } from '../features/monitoring/live/use-sample';

export { furtherMessages as messages } from '../features/converter/further-messages';

/** The lower part of the page `/sistema/conversor/`, which is a chunk of its own. */
export default function ConverterFurther(props: ConverterProps) {
  const open = (value: string) => {
    props.onChange({ value, base: 10, signed: false });
    document.getElementById('number')?.scrollIntoView();
  };
  return <FurtherSections {...props} machine={<LiveMachineValues onOpen={open} />} />;
}

/** A component of its own, so that a new sample re-renders nothing else. */
function LiveMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const { sample } = useSample();
  return <MachineValues sample={sample} onOpen={onOpen} />;
}
