import { createContext, use } from 'react';
import type { ReaderUnits } from '../../../../src/shared/units/reader-units';
import { setReaderUnits } from '../i18n/reader-units';
import { createStore, type Store, useStore } from '../state/store';

/** The signed-in user, as far as the page frame needs it. */
export interface Viewer {
  readonly username: string;
  readonly firstName: string;
  readonly isStaff: boolean;
  /** Whether the user is an operator or staff. */
  readonly mayOperate: boolean;
  readonly seesNoMachines?: boolean;
  /** Whether the user must set up a second factor before anything else. */
  readonly lacksSecondFactor?: boolean;
}

/**
 * Creates a store from the data that the server wrote into the page, the mount element's `data-viewer`, and takes over
 * the viewer's units.
 */
export function createViewerStore(mount: HTMLElement): Store<Viewer> {
  const { units, ...viewer }: Viewer & { units: ReaderUnits } = JSON.parse(mount.dataset.viewer ?? '');
  setReaderUnits(units);
  return createStore<Viewer>(viewer);
}

/** The viewer; null for visitors, on the few pages that don't require an account. */
export const ViewerContext = createContext<Store<Viewer> | null>(null);

/** Returns the signed-in user, and a function that updates the name after a change. */
export function useViewer(): [viewer: Viewer, setViewer: (viewer: Viewer) => void] {
  const store = use(ViewerContext);
  if (!store) throw new Error('No viewer: render the page inside Providers');
  return [useStore(store), store.set];
}

/** Whether nobody is signed in; the page must then not request data that requires an account. */
export function useIsVisitor(): boolean {
  return !use(ViewerContext);
}
