/** How a datasource's texts are cut. Sizes in characters. */
export const chunkStrategies = ["recursive", "markdown", "page", "row"] as const;
export type ChunkStrategy = (typeof chunkStrategies)[number];
export const chunkSizeDefault = 1_000;
export const chunkOverlapDefault = 150;
export const chunkSizeMin = 100;
export const chunkSizeMost = 8_000;

/** What a document goes through, in this order. */
export const stages = ["fetched", "parsed", "chunked", "embedded", "stored"] as const;
export type Stage = (typeof stages)[number];
/** Where a document can stand. */
export const documentStages = [...stages, "failed", "skipped"] as const;
export type DocumentStage = (typeof documentStages)[number];

export const datasourceStatuses = ["draft", "ready", "syncing", "embedding", "error"] as const;
export type DatasourceStatus = (typeof datasourceStatuses)[number];

/** How the word on a datasource begins whose schedule the plan does not allow any more. */
export const pausedWord = "The schedule is paused.";

export const jobStatuses = ["queued", "running", "waiting", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const retrieverTypes = ["raw", "multi_query", "self_query", "time_weighted"] as const;
export type RetrieverType = (typeof retrieverTypes)[number];
export const passagesDefault = 5;
export const passagesMost = 50;

export const filesAtOnceMost = 100;

/** So long another chunking is tried before it is removed by itself. */
export const trialDays = 7;
export const trialStatuses = ["running", "waiting", "stopped", "failed", "ready"] as const;
export type TrialStatus = (typeof trialStatuses)[number];
