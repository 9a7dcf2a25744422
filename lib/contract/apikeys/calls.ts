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
    summary: "Add an API key, with the account's password; its secret is answered once",
  },
  increment: {
    method: "POST",
    path: "/forms/account/apikey/:keyId/increment",
    summary: "Give an API key a new secret, with the account's password; the old secret ends immediately",
  },
  remove: {
    method: "DELETE",
    path: "/forms/account/apikey/:keyId",
    summary: "Delete an API key",
  },
});
