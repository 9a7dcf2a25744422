import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const sso = defineCalls<typeof shapes>()("sso", {
  start: {
    method: "POST",
    path: "/forms/account/sso",
    summary: "Start signing in with an organization's identity provider",
  },
  finish: {
    method: "POST",
    path: "/forms/account/sso/finish",
    summary: "Complete sign-in with an organization's identity provider",
  },
  link: {
    method: "POST",
    path: "/forms/account/sso/link",
    summary: "Link an existing account to an identity provider user, and sign in",
  },
});
