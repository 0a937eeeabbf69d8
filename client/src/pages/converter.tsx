import { Suspense } from 'react';
import { Loading } from '../components/states';
import { ConverterPage } from '../features/converter/converter-page';
import { lazyPart } from '../lib/i18n/lazy-part';

export { converterMessages as messages } from '../features/converter/messages';

/** The part below the fold is fetched along with the page, which is shown without waiting for it. */
const fetched = import('./converter-further');
// A failure is reported when the part is rendered; without this, it would also be an unhandled rejection.
fetched.catch(() => {});
const ConverterFurther = lazyPart(() => fetched);

/** The page `/sistema/conversor/`. */
export default function Converter() {
  return (
    <ConverterPage
      further={(props) => (
        <Suspense fallback={<Loading lines={6} />}>
          <ConverterFurther {...props} />
        </Suspense>
      )}
    />
  );
}
