import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const telemetry = defineCalls<typeof shapes>()("telemetry", {
  get: {
    method: "GET",
    path: "/:resourceSlug/telemetry.json",
    summary: "Get the organization's OpenTelemetry collector, with masked headers",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/telemetry/edit",
    summary: "Set, change or remove the organization's OpenTelemetry collector",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/telemetry/test",
    summary: "Send a test span to an OpenTelemetry collector without saving",
  },
});
