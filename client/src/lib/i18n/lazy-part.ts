import { type ComponentType, lazy } from 'react';

/** A lazily loaded component with its messages, which must be loaded before it is shown. */
export interface Part<Props> {
  readonly default: ComponentType<Props>;
  /** Resolves once the translations are loaded. */
  readonly messages: Promise<unknown>;
}

/** Returns a component that is fetched, along with its messages, when first shown. */
export function lazyPart<Props>(fetchPart: () => Promise<Part<Props>>) {
  return lazy(() => fetchWhole(fetchPart));
}

export async function fetchWhole<P extends Pick<Part<never>, 'messages'>>(fetchPart: () => Promise<P>): Promise<P> {
  const part = await fetchPart();
  await part.messages;
  return part;
}
