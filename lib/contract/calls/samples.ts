import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../samples";

export const samples = defineCalls<typeof shapes>()("samples", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sample/add",
    access: "team",
    permission: Permission.CREATE_APP,
    summary: "Add the sample: an agent and a chat app on the offline model",
  },
});
