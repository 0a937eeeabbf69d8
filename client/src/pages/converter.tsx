import { ConverterPage } from '../features/converter/converter-page';
import { MachineValues } from '../features/converter/machine-values';
import { useSample } from '../features/monitoring/use-sample';

/** `/sistema/conversor/` */
export default function Converter() {
  return <ConverterPage machine={(open) => <LiveMachineValues onOpen={open} />} />;
}

function LiveMachineValues({ onOpen }: { onOpen(value: string): void }) {
  const { sample } = useSample();
  return <MachineValues sample={sample} onOpen={onOpen} />;
}
