import type { shapes } from "../apikeys";
import { defineCalls } from "../endpoint";

export const apikeys = defineCalls<typeof shapes>()("apikeys", {
  list: {
    method: "GET",
    path: "/apikeys.json",
    access: "account",
    sessionOnly: true,
    summary: "List the account's API keys",
  },
  add: {
    method: "POST",
    path: "/forms/account/apikey/add",
    access: "account",
    sessionOnly: true,
    summary: "Add an API key, with the account's password; its secret is answered once",
  },
  increment: {
    method: "POST",
    path: "/forms/account/apikey/:keyId/increment",
    access: "account",
    sessionOnly: true,
    summary: "Give an API key a new secret, with the account's password; the old secret ends immediately",
  },
  remove: {
    method: "DELETE",
    path: "/forms/account/apikey/:keyId",
    access: "account",
    sessionOnly: true,
    summary: "Delete an API key",
  },
});
