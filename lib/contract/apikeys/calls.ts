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
    summary: "Create an API key, confirmed with the account's password; the secret is returned once",
  },
  increment: {
    method: "POST",
    path: "/forms/account/apikey/:keyId/increment",
    summary: "Rotate an API key, confirmed with the account's password; the old secret stops working immediately",
  },
  remove: {
    method: "DELETE",
    path: "/forms/account/apikey/:keyId",
    summary: "Revoke an API key",
  },
});
