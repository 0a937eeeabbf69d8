/** Sources other than nodes and agents, as they are stored. */
export type RemoteSource = 'NODE_EXPORTER' | 'OTLP';

/** Kinds of what measures a host: the service on its own machine, an agent, an exporter that is read, or OpenTelemetry. */
export type SourceKind = 'OWN' | 'AGENT' | RemoteSource;

/** Returns the source of a host's row. */
export function sourceOf({
  source,
  hasAgent,
}: {
  readonly source: RemoteSource | null;
  readonly hasAgent: boolean;
}): SourceKind {
  return source ?? (hasAgent ? 'AGENT' : 'OWN');
}
