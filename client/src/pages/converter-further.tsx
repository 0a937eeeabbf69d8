import type { ConverterParts } from '../features/converter/converter-parts';
import { FurtherSections } from '../features/converter/further-sections';
import { MachineValues } from '../features/converter/machine-values';
import { useSample } from '../features/monitoring/use-sample';

/** The further part of `/sistema/conversor/`. */
export default function ConverterFurther(parts: ConverterParts) {
  const open = (value: string) => {
    parts.onChange({ value, base: 10, signed: false });
    document.getElementById('number')?.scrollIntoView();
  };
  return <FurtherSections {...parts} machine={<LiveMachineValues onOpen={open} />} />;
}

/** By itself, so that a new sample draws nothing else anew. */
function LiveMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const { sample } = useSample();
  return <MachineValues sample={sample} onOpen={onOpen} />;
}
