import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const oauth = defineCalls<typeof shapes>()("oauth", {
  ways: {
    method: "GET",
    path: "/account/signin.json",
    summary: "List sign-in providers",
  },
  start: {
    method: "POST",
    path: "/forms/account/oauth",
    summary: "Start signing in with a provider, or linking an account",
  },
  finish: {
    method: "POST",
    path: "/forms/account/oauth/finish",
    summary: "Complete sign-in with a provider",
  },
  unlink: {
    method: "POST",
    path: "/forms/account/oauth/unlink",
    summary: "Unlink a provider account",
  },
});
