import type { z } from "zod";
import type { FastembedModel } from "@/lib/constants/fastembed";
import type { weightsSchema } from "@/lib/contract/models/schemas";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { log } from "../../../platform/log/log";
import { outbound } from "../../../platform/outbound/instance";
import { singleton } from "../../../platform/process/registry";
import { downloadWeights, maxBytes, type Progress } from "./download";
import { describeManualInstall, isDownloading, listMissingFiles, toWeightsFolder } from "./weights-folder";

interface Download {
  teamId: string;
  progress: Progress;
  controller: AbortController;
  done: Promise<void>;
  running: boolean;
  /** The error; null while nothing has failed. */
  failure: string | null;
}

/** Weights belong to the installation: one download per model at a time, for all teams. */
const getDownloads = () => singleton("weights-downloads", () => new Map<FastembedModel, Download>());

const otherProcessMessage = "Another process on this server is downloading these weights.";

export async function getWeights(model: FastembedModel): Promise<z.input<typeof weightsSchema>> {
  const { MODELS_DIR } = env();
  const folder = toWeightsFolder(MODELS_DIR, model);
  const missing = listMissingFiles(model, folder);
  const download = getDownloads().get(model);
  const { received, total } = download?.progress ?? { received: 0, total: null };
  const common = { model, folder, missing, receivedBytes: received, totalBytes: total };
  if (download?.running) return { ...common, state: "downloading", message: null };
  if (missing.length === 0) return { ...common, state: "present", message: null };
  if (await isDownloading(MODELS_DIR, model)) return { ...common, state: "downloading", message: otherProcessMessage };
  const manualInstall = describeManualInstall(model, MODELS_DIR);
  if (download?.failure)
    return { ...common, state: "failed", message: `${download.failure} Alternatively, ${manualInstall}` };
  return { ...common, state: "missing", message: `Without network access, ${manualInstall}` };
}

/** Starts the download unless it is in progress or unnecessary. It continues without the caller. */
export async function startDownload(teamId: string, model: FastembedModel): Promise<void> {
  const { state } = await getWeights(model);
  // It may have been started in the meantime.
  if (["downloading", "present"].includes(state) || getDownloads().get(model)?.running) return;
  const { MODELS_DIR, FASTEMBED_WEIGHTS_URL } = env();
  const controller = new AbortController();
  const progress = { received: 0, total: null };
  const fetch = outbound().fetchWith({ headersTimeoutMs: 30_000, maxBytes: maxBytes });
  const input = {
    model,
    modelsDir: MODELS_DIR,
    base: FASTEMBED_WEIGHTS_URL,
    fetch,
    signal: controller.signal,
    progress,
  };
  const done = downloadWeights(input)
    .catch((error: unknown) => {
      if (controller.signal.aborted) return;
      download.failure = toMessage(model, error);
      log().warn({ err: error, model }, "downloading weights failed");
    })
    .finally(() => {
      download.running = false;
    });
  const download: Download = { teamId, progress, controller, done, running: true, failure: null };
  getDownloads().set(model, download);
}

/** Resolves after cleanup. Only the team that started a download can cancel it, because others may be waiting for it. */
export async function cancelDownload(teamId: string, model: FastembedModel): Promise<void> {
  const download = getDownloads().get(model);
  if (!download?.running) {
    if (await isDownloading(env().MODELS_DIR, model)) throw new AppError("conflict", otherProcessMessage);
    return;
  }
  if (download.teamId !== teamId) throw new AppError("conflict", "Another team on this server started this download.");
  download.controller.abort();
  await download.done;
}

function toMessage(model: FastembedModel, error: unknown): string {
  const why = error instanceof Error ? error.message.replace(/\.?$/, ".") : "Unknown error.";
  return `The weights for ${model} couldn't be downloaded: ${why}`;
}
