import { MachineValues } from '../features/converter/bits/machine-values';
import type { ConverterParts } from '../features/converter/converter-parts';
import { FurtherSections } from '../features/converter/further-sections';
import { useSample } from '../features/monitoring/live/use-sample';

export { furtherMessages as messages } from '../features/converter/further-messages';

/** The further part of `/sistema/conversor/`. */
export default function ConverterFurther(deps: ConverterParts) {
  const open = (value: string) => {
    deps.onChange({ value, base: 10, signed: false });
    document.getElementById('number')?.scrollIntoView();
  };
  return <FurtherSections {...deps} machine={<LiveMachineValues onOpen={open} />} />;
}

/** By itself, so that a new sample draws nothing else anew. */
function LiveMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const { sample } = useSample();
  return <MachineValues sample={sample} onOpen={onOpen} />;
}
