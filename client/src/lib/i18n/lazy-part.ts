import { type ComponentType, lazy } from 'react';

/** What is fetched when it is shown: a component, and its sentences, which it is not shown without. */
export interface Part<Props> {
  readonly default: ComponentType<Props>;
  /** Settled when they are there. */
  readonly messages: Promise<unknown>;
}

/** A component that is fetched when it is shown, with its sentences. */
export function lazyPart<Props>(fetchPart: () => Promise<Part<Props>>) {
  return lazy(() => fetchWhole(fetchPart));
}

/** Fetches a component and its sentences. */
export async function fetchWhole<P extends Pick<Part<never>, 'messages'>>(fetchPart: () => Promise<P>): Promise<P> {
  const part = await fetchPart();
  await part.messages;
  return part;
}
