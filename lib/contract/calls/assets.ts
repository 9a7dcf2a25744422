import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../assets";
import { defineCalls } from "../endpoint";

export const assets = defineCalls<typeof shapes>()("assets", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/asset/add",
    access: "team",
    permission: Permission.UPLOAD_ASSET,
    summary: "Upload an icon",
    multipart: { maxFiles: 1 },
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/asset/:assetId",
    access: "team",
    permission: Permission.DELETE_ASSET,
    summary: "Delete an asset",
  },
  file: {
    method: "GET",
    path: "/static/:filename",
    access: "public",
    summary: "An icon's file",
    raw: true,
  },
});
