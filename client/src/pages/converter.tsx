import { Suspense } from 'react';
import { Loading } from '../components/states';
import { ConverterPage } from '../features/converter/converter-page';
import { lazyPart } from '../lib/i18n/lazy-part';

export { converterMessages as messages } from '../features/converter/messages';

/** What is below the first screen is fetched along with the page, but not waited for. */
const fetched = import('./converter-further');
// Who shows it hears of the failure; until then nobody need.
fetched.catch(() => {});
const ConverterFurther = lazyPart(() => fetched);

/** `/sistema/conversor/` */
export default function Converter() {
  return (
    <ConverterPage
      further={(deps) => (
        <Suspense fallback={<Loading lines={6} />}>
          <ConverterFurther {...deps} />
        </Suspense>
      )}
    />
  );
}
