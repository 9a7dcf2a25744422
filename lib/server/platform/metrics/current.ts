import { getProvided, provide } from "../process/registry";
import type { Metrics } from "./metrics";

const name = "metrics";

/** Undefined without METRICS_TOKEN. */
export const currentMetrics = (): Metrics | undefined => getProvided<Metrics>(name);

export const provideMetrics = (metrics: Metrics): void => provide(name, metrics);
