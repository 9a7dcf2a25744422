import {
  createJsonResponseHandler,
  createStatusCodeErrorResponseHandler,
  getFromApi,
  postJsonToApi,
} from "@ai-sdk/provider-utils";
import { z } from "zod";
import { isObject } from "@/lib/utils/json/is-object";
import type { Fetch } from "./settings";

/** The response is JSON, but no list of models. */
export class UnknownListError extends Error {
  constructor() {
    super("The provider's response isn't a list of models. Check the URL, or enter the model ID yourself.");
    this.name = "UnknownListError";
  }
}

/** An entry as the provider sent it; only `modelType` is interpreted. */
export interface Listed {
  model: unknown;
  name?: unknown;
  modelType?: "llm" | "embedding" | undefined;
  contextWindow?: unknown;
  /** A date in ISO format, or seconds since 1970. */
  endOfLife?: unknown;
}

type Json = Record<string, unknown>;

/** Reads a JSON object, or the entries of a list, by the guarded fetch. */
export type ModelReader = (url: string, headers: Record<string, string>, body?: object) => Promise<unknown>;

export function createModelReader(fetch: Fetch, abortSignal: AbortSignal): ModelReader {
  const handlers = {
    successfulResponseHandler: createJsonResponseHandler(z.unknown()),
    failedResponseHandler: createStatusCodeErrorResponseHandler(),
  };
  return async (url, headers, body) => {
    const request = { ...handlers, url, headers, abortSignal, fetch };
    return (await (body ? postJsonToApi({ ...request, body }) : getFromApi(request))).value;
  };
}

/** The entries of a list, which is the response or one of its fields. */
export function readEntries(response: unknown, ...fields: string[]): Json[] {
  const list = Array.isArray(response)
    ? response
    : fields.map((field) => (isObject(response) ? response[field] : undefined)).find(Array.isArray);
  if (!list) throw new UnknownListError();
  return (list as unknown[]).filter(isObject);
}

export const getField = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);
