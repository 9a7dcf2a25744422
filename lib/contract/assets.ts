import { z } from "zod";
import { Permission } from "@/lib/permissions/bits";
import { defineContract } from "./endpoint";
import { empty } from "./fields";

export const assets = defineContract("assets", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/asset/add",
    access: "team",
    permission: Permission.UPLOAD_ASSET,
    summary: "Upload an icon",
    multipart: { maxFiles: 1 },
    response: z.object({ _id: z.string(), filename: z.string() }),
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/asset/:assetId",
    access: "team",
    permission: Permission.DELETE_ASSET,
    summary: "Delete an asset",
    response: empty,
  },
  file: { method: "GET", path: "/static/:filename", access: "public", summary: "An icon's file", raw: true },
});
