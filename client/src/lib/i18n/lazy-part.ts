import { type ComponentType, lazy } from 'react';

/** A lazily loaded component with its sentences, which must be there before it is shown. */
export interface Part<Props> {
  readonly default: ComponentType<Props>;
  /** Settles when the sentences are loaded. */
  readonly messages: Promise<unknown>;
}

/** Returns a component that is fetched, with its sentences, when first shown. */
export function lazyPart<Props>(fetchPart: () => Promise<Part<Props>>) {
  return lazy(() => fetchWhole(fetchPart));
}

export async function fetchWhole<P extends Pick<Part<never>, 'messages'>>(fetchPart: () => Promise<P>): Promise<P> {
  const part = await fetchPart();
  await part.messages;
  return part;
}
