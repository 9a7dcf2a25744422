import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const reference = defineCalls<typeof shapes>()("reference", {
  openapi: {
    method: "GET",
    path: "/openapi.json",
    summary: "Get this API as an OpenAPI 3.1 document",
  },
});
