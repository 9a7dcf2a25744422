import type { z } from "zod";
import type { shapes } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { requirePermissions } from "../../access/auth/permissions";
import type { TeamCallContext } from "../../access/calls/implement";
import { createPreview } from "../../engine/runs/sessions";
import { updateFlow, withSteps } from "./flow";
import { checkApp } from "./form";
import { getApp } from "./queries";

/** Creates a session with an unsaved app. Throws what saving it would. */
export async function previewApp(ctx: TeamCallContext, body: z.output<typeof shapes.preview.body>): Promise<string> {
  const { appId, ...form } = withSteps(body);
  requirePermissions(ctx, [appId ? Permission.EDIT_APP : Permission.CREATE_APP]);
  const { name, type, agentId, maxMessages, variableIds, conversationStarters } = form;
  const { process, fullOutput, managerModelId = null, agentIds, agentRevisions } = form;
  return ctx.write(async (tx) => {
    const row = appId ? await getApp(tx, ctx, appId) : undefined;
    // Nobody else gets access to a preview.
    await checkApp(tx, ctx, { ...form, sharingMode: "private" }, row);
    return createPreview(tx, ctx, {
      name,
      appType: type,
      agentId: type === "chat" ? agentId : null,
      maxMessages,
      revisions: { agents: agentRevisions },
      preview: {
        ...(type === "process" && {
          process: { process, fullOutput, managerModelId, agentIds, ...updateFlow(form) },
        }),
        variableIds,
        conversationStarters,
      },
    });
  });
}
