import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/connect";

export const connect = defineCalls<typeof shapes>()("connect", {
  services: {
    method: "GET",
    path: "/:resourceSlug/connect/services.json",
    summary: "List services that can be connected by signing in",
  },
  begin: {
    method: "POST",
    path: `${form}/begin`,
    summary: "Start connecting a service",
  },
  finish: {
    method: "POST",
    path: `${form}/finish`,
    summary: "Store the credentials a service granted",
  },
});
