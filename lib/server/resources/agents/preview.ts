import type { z } from "zod";
import { maxMessagesDefault } from "@/lib/constants/limits";
import type { shapes } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { requirePermissions } from "../../access/auth/permissions";
import type { TeamCallContext } from "../../access/calls/implement";
import { createPreview } from "../../engine/runs/sessions";
import { checkReferences, listFormPromptNames, pickPins } from "./form";
import { getAgent } from "./queries";

/** Creates a session with an unsaved agent. Throws what saving it would. */
export async function previewAgent(ctx: TeamCallContext, body: z.output<typeof shapes.preview.body>): Promise<string> {
  const { agentId, ...sent } = body;
  const { iconId: _, functionModelId = null, ...form } = sent;
  requirePermissions(ctx, [agentId ? Permission.EDIT_AGENT : Permission.CREATE_AGENT]);
  const agent = {
    ...form,
    functionModelId,
    toolRevisions: pickPins(form.toolIds, form.toolRevisions),
    promptNames: listFormPromptNames(form),
  };
  return ctx.write(async (tx) => {
    if (agentId) await getAgent(tx, ctx.teamId, agentId);
    await checkReferences(tx, ctx, sent);
    return createPreview(tx, ctx, {
      name: form.name,
      appType: "chat",
      maxMessages: maxMessagesDefault,
      preview: { agent, variableIds: [], conversationStarters: [] },
    });
  });
}
