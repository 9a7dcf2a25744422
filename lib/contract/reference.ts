import { z } from "zod";
import { defineContract } from "./endpoint";

export const reference = defineContract("reference", {
  openapi: {
    method: "GET",
    path: "/openapi.json",
    access: "public",
    summary: "This API as an OpenAPI 3.1 document",
    response: z.looseObject({ openapi: z.string() }),
  },
});
