import { and, eq } from "drizzle-orm";
import type { SharedApp } from "@/lib/contract/shares/schemas";
import { findProcessVariables, findRequiredVariables } from "../../engine/runs/context/required-variables";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { assets } from "../../platform/db/tables/assets";
import { notFound } from "../../platform/errors/errors";

/** Returns the app as visitors see it: without agent, prompts or the team's values. */
export async function viewSharedApp(
  db: Reader,
  link: { id: string; appId: string; teamId: string },
): Promise<SharedApp> {
  const { teamId, appId } = link;
  const [row] = await db
    .select({ app: apps, icon: assets.filename, names: agents.promptNames, ofAgent: agents.variableIds })
    .from(apps)
    .leftJoin(agents, and(eq(agents.teamId, apps.teamId), eq(agents.id, apps.agentId)))
    .leftJoin(assets, and(eq(assets.teamId, apps.teamId), eq(assets.id, apps.iconId)))
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)));
  if (!row) throw notFound("This link");
  const { app, icon } = row;
  const ofProcess = await findProcessVariables(db, teamId, app.type === "process" ? app : undefined);
  const used = {
    names: [...(row.names ?? []), ...ofProcess.names],
    ids: [...app.variableIds, ...(row.ofAgent ?? []), ...ofProcess.ids],
  };
  const asked = (await findRequiredVariables(db, teamId, used)).filter(
    ({ id }) => !ofProcess.set.includes(id) || app.variableIds.includes(id),
  );
  return {
    shareId: link.id,
    appId,
    name: app.name,
    description: app.description,
    icon: icon ? { filename: icon } : null,
    conversationStarters: app.chatConfig?.conversationStarters ?? [],
    variables: asked.map(({ name, description, secret, defaultValue }) => ({
      name,
      description,
      secret,
      required: !defaultValue,
    })),
  };
}
