import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const samples = defineCalls<typeof shapes>()("samples", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sample/add",
    summary: "Create the sample: an agent and a chat app on the offline model",
  },
});
