import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/connect";

export const connect = defineCalls<typeof shapes>()("connect", {
  services: {
    method: "GET",
    path: "/:resourceSlug/connect/services.json",
    summary: "List where one can sign in to let data be read",
  },
  begin: {
    method: "POST",
    path: `${form}/begin`,
    summary: "Begin to let a service's data be read",
  },
  finish: {
    method: "POST",
    path: `${form}/finish`,
    summary: "Keep what a service has granted, for a connection",
  },
});
