import { z } from "zod";
import { Permission } from "@/lib/permissions/bits";
import { defineContract } from "./endpoint";

export const samples = defineContract("samples", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sample/add",
    access: "team",
    permission: Permission.CREATE_APP,
    summary: "Add the sample: an agent and a chat app on the offline model",
    response: z.object({ appId: z.string(), redirect: z.string() }),
  },
});
