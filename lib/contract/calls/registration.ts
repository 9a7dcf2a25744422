import { defineCalls } from "../endpoint";
import type { shapes } from "../registration";

export const registration = defineCalls<typeof shapes>()("registration", {
  get: {
    method: "GET",
    path: "/registration.json",
    access: "public",
    summary: "Who may make an account on this server",
  },
});
