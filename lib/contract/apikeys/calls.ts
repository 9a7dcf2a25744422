import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const apikeys = defineCalls<typeof shapes>()("apikeys", {
  list: {
    method: "GET",
    path: "/apikeys.json",
    summary: "List the account's API keys",
  },
  add: {
    method: "POST",
    path: "/forms/account/apikey/add",
    summary: "Create an API key, with the account's password. Its secret is returned only once",
  },
  increment: {
    method: "POST",
    path: "/forms/account/apikey/:keyId/increment",
    summary: "Rotate an API key's secret, with the account's password. The old secret stops working immediately",
  },
  remove: {
    method: "DELETE",
    path: "/forms/account/apikey/:keyId",
    summary: "Delete an API key",
  },
});
