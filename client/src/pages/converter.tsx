import { lazy, Suspense } from 'react';
import { Loading } from '../components/states';
import { ConverterPage } from '../features/converter/converter-page';

/** The part below the fold is fetched along with the page, which is shown without waiting for it. */
const fetched = import('./converter-further');
// A failure is reported when the part is rendered; without this, it would also be an unhandled rejection.
fetched.catch(() => {});
const ConverterFurther = lazy(() => fetched);

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
