import { defineCalls } from "../endpoint";
import type { shapes } from "../reference";

export const reference = defineCalls<typeof shapes>()("reference", {
  openapi: {
    method: "GET",
    path: "/openapi.json",
    access: "public",
    summary: "This API as an OpenAPI 3.1 document",
  },
});
