import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../connect";
import { defineCalls } from "../endpoint";

const form = "/:resourceSlug/forms/connect";

export const connect = defineCalls<typeof shapes>()("connect", {
  services: {
    method: "GET",
    path: "/:resourceSlug/connect/services.json",
    access: "team",
    summary: "List where one can sign in to let data be read",
  },
  begin: {
    method: "POST",
    path: `${form}/begin`,
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    sessionOnly: true,
    summary: "Begin to let a service's data be read",
  },
  finish: {
    method: "POST",
    path: `${form}/finish`,
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    sessionOnly: true,
    waits: true,
    summary: "Keep what a service has granted, for a connection",
  },
});
