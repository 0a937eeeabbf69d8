import { createContext, use } from 'react';
import { createStore, type Store, useStore } from '../state/store';

/** The signed-in user, as far as the frame of the pages needs to know. */
export interface Viewer {
  readonly username: string;
  readonly firstName: string;
  readonly isStaff: boolean;
  /** Whether a second factor has to be set up before anything else. */
  readonly lacksSecondFactor?: boolean;
}

/** A store of what the server wrote into the page: `data-viewer` of the element that the client fills. */
export function createViewerStore(mount: HTMLElement): Store<Viewer> {
  return createStore<Viewer>(JSON.parse(mount.dataset.viewer ?? ''));
}

/** Hands the viewer down to the pages; null for a visitor, who sees the few pages that need no account. */
export const ViewerContext = createContext<Store<Viewer> | null>(null);

/** The signed-in user, and a function to update the name after a change. */
export function useViewer(): [viewer: Viewer, setViewer: (viewer: Viewer) => void] {
  const store = use(ViewerContext);
  if (!store) throw new Error('The page has no viewer: put it below Providers');
  return [useStore(store), store.set];
}

/** Whether nobody is signed in: then the page must not ask for what needs an account. */
export function useIsVisitor(): boolean {
  return !use(ViewerContext);
}
