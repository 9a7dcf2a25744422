import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const openai = defineCalls<typeof shapes>()("openai", {
  models: { method: "GET", path: "/v1/models", summary: "OpenAI: list the app as a model" },
  model: { method: "GET", path: "/v1/models/:openaiModel", summary: "OpenAI: get the app as a model" },
  completeChat: {
    method: "POST",
    path: "/v1/chat/completions",
    raw: true,
    idempotent: true,
    summary: "OpenAI: create a chat completion",
  },
  createResponse: {
    method: "POST",
    path: "/v1/responses",
    raw: true,
    idempotent: true,
    summary: "OpenAI: create a response",
  },
  getResponse: {
    method: "GET",
    path: "/v1/responses/:responseId",
    raw: true,
    summary: "OpenAI: get a response, or its events after a sequence number",
  },
  cancelResponse: {
    method: "POST",
    path: "/v1/responses/:responseId/cancel",
    raw: true,
    summary: "OpenAI: cancel a response",
  },
  deleteResponse: {
    method: "DELETE",
    path: "/v1/responses/:responseId",
    summary: "OpenAI: delete a response; its session stays in the team's history",
  },
});
