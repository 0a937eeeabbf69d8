import { lazy, Suspense } from 'react';
import { Loading } from '../components/states';
import { ConverterPage } from '../features/converter/converter-page';

/** What is below the first screen is fetched along with the page, but not waited for. */
const fetched = import('./converter-further');
// Who shows it hears of the failure; until then nobody need.
fetched.catch(() => {});
const ConverterFurther = lazy(() => fetched);

/** `/sistema/conversor/` */
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
