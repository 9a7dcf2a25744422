import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const assets = defineCalls<typeof shapes>()("assets", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/asset/add",
    summary: "Upload an icon",
    multipart: { maxFiles: 1 },
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/asset/:assetId",
    summary: "Delete an asset",
  },
  file: {
    method: "GET",
    path: "/static/:filename",
    summary: "Get an icon file",
    raw: true,
  },
});
