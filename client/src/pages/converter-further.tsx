import { MachineValues } from '../features/converter/bits/machine-values';
import type { ConverterProps } from '../features/converter/converter-props';
import { FurtherSections } from '../features/converter/further-sections';
import { useSample } from '../features/monitoring/live/use-sample';

/** The further part of `/sistema/conversor/`. */
export default function ConverterFurther(props: ConverterProps) {
  const open = (value: string) => {
    props.onChange({ value, base: 10, signed: false });
    document.getElementById('number')?.scrollIntoView();
  };
  return <FurtherSections {...props} machine={<LiveMachineValues onOpen={open} />} />;
}

/** By itself, so that a new sample draws nothing else anew. */
function LiveMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const { sample } = useSample();
  return <MachineValues sample={sample} onOpen={onOpen} />;
}
