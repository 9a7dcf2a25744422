import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const registration = defineCalls<typeof shapes>()("registration", {
  get: {
    method: "GET",
    path: "/registration.json",
    summary: "Who may make an account on this server",
  },
});
