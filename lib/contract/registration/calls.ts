import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const registration = defineCalls<typeof shapes>()("registration", {
  get: {
    method: "GET",
    path: "/registration.json",
    summary: "Get the server's registration policy",
  },
});
