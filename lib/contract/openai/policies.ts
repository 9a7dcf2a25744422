import { maxOpenAiBytes, maxOpenAiKeys } from "@/lib/constants/openai";
import { withPolicies } from "../base/policy";
import { publicationRead, publicationWrite } from "../base/policy-presets";
import { openai as calls } from "./calls";

/** Waits for the run, and for images. Images make bodies large. The publication's own limit applies too. */
const run = { ...publicationWrite, maxBytes: maxOpenAiBytes, maxKeys: maxOpenAiKeys, waits: true } as const;

export const openai = withPolicies(calls, {
  models: publicationRead,
  model: publicationRead,
  completeChat: run,
  createResponse: run,
  getResponse: publicationRead,
  cancelResponse: publicationWrite,
  deleteResponse: publicationWrite,
});
