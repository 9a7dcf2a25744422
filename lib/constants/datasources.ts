/** How documents are split into chunks. Sizes in characters. */
export const chunkStrategies = ["recursive", "markdown", "page", "row"] as const;
export type ChunkStrategy = (typeof chunkStrategies)[number];
export const chunkSizeDefault = 1_000;
export const chunkOverlapDefault = 150;
export const chunkSizeMin = 100;
export const maxChunkSize = 8_000;

/** The stages of a document, in order. */
export const stages = ["fetched", "parsed", "chunked", "embedded", "stored"] as const;
export type Stage = (typeof stages)[number];
/** The stages that a document can be at. */
export const documentStages = [...stages, "failed", "skipped"] as const;
export type DocumentStage = (typeof documentStages)[number];

export const datasourceStatuses = ["draft", "ready", "syncing", "embedding", "error"] as const;
export type DatasourceStatus = (typeof datasourceStatuses)[number];

/** Prefix of the status message of a datasource whose schedule the plan no longer allows. */
export const pausedPrefix = "The schedule is paused.";

export const jobStatuses = ["queued", "running", "waiting", "completed", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const retrieverTypes = ["raw", "multi_query", "self_query", "time_weighted"] as const;
export type RetrieverType = (typeof retrieverTypes)[number];
export const passagesDefault = 5;
export const maxPassages = 50;

export const maxFilesAtOnce = 100;

/** Days after which a trial of another chunking is removed. */
export const trialDays = 7;
export const trialStatuses = ["running", "waiting", "stopped", "failed", "ready"] as const;
export type TrialStatus = (typeof trialStatuses)[number];
