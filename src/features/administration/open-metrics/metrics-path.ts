/** Prometheus's default path. */
export const METRICS_PATH = '/metrics';
