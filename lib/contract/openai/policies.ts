import { maxOpenAiKeys } from "@/lib/constants/openai";
import { maxRequestBytes } from "@/lib/constants/publications";
import { withPolicies } from "../base/policy";
import { publicationRead, publicationWrite } from "../base/policy-presets";
import { openai as calls } from "./calls";

/** Waits for the run, and for images. Images make bodies large, up to the publication's own limit. */
const run = { ...publicationWrite, maxBytes: maxRequestBytes, maxKeys: maxOpenAiKeys, waits: true } as const;

export const openai = withPolicies(calls, {
  models: publicationRead,
  model: publicationRead,
  completeChat: run,
  createResponse: run,
  getResponse: publicationRead,
  cancelResponse: publicationWrite,
  deleteResponse: publicationWrite,
});
