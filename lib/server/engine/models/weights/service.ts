import type { z } from "zod";
import type { FastembedModel } from "@/lib/constants/fastembed";
import type { weightsSchema } from "@/lib/contract/models/schemas";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { log } from "../../../platform/log/log";
import { outbound } from "../../../platform/outbound/instance";
import { singleton } from "../../../platform/process/registry";
import { downloadWeights, maxBytes, type Progress } from "./download";
import { isComing, missingFiles, putByHand, weightsFolder } from "./place";

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
const downloads = () => singleton("weights-downloads", () => new Map<FastembedModel, Download>());

const elsewhere = "Another process of this server downloads these weights.";

export async function weightsOf(model: FastembedModel): Promise<z.input<typeof weightsSchema>> {
  const { MODELS_DIR } = env();
  const folder = weightsFolder(MODELS_DIR, model);
  const missing = missingFiles(model, folder);
  const download = downloads().get(model);
  const { received, total } = download?.progress ?? { received: 0, total: null };
  const shown = { model, folder, missing, receivedBytes: received, totalBytes: total };
  if (download?.running) return { ...shown, state: "downloading", message: null };
  if (missing.length === 0) return { ...shown, state: "present", message: null };
  if (await isComing(MODELS_DIR, model)) return { ...shown, state: "downloading", message: elsewhere };
  const hand = putByHand(model, MODELS_DIR);
  if (download?.failure) return { ...shown, state: "failed", message: `${download.failure} Instead, ${hand}` };
  return { ...shown, state: "missing", message: `Without a network, ${hand}` };
}

/** Starts the download unless it is in progress or unnecessary. It continues without the caller. */
export async function startDownload(teamId: string, model: FastembedModel): Promise<void> {
  const { state } = await weightsOf(model);
  // It may have been started in the meantime.
  if (["downloading", "present"].includes(state) || downloads().get(model)?.running) return;
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
      download.failure = sentenceOf(model, error);
      log().warn({ err: error, model }, "weights were not downloaded");
    })
    .finally(() => {
      download.running = false;
    });
  const download: Download = { teamId, progress, controller, done, running: true, failure: null };
  downloads().set(model, download);
}

/** Resolves after cleanup. Only the team that started a download can cancel it, because others may be waiting for it. */
export async function cancelDownload(teamId: string, model: FastembedModel): Promise<void> {
  const download = downloads().get(model);
  if (!download?.running) {
    if (await isComing(env().MODELS_DIR, model)) throw new AppError("conflict", elsewhere);
    return;
  }
  if (download.teamId !== teamId) throw new AppError("conflict", "Another team of this server began this download.");
  download.controller.abort();
  await download.done;
}

function sentenceOf(model: FastembedModel, error: unknown): string {
  const why = error instanceof Error ? error.message.replace(/\.?$/, ".") : "It failed.";
  return `The weights of ${model} could not be downloaded: ${why}`;
}
