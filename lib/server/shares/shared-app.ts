import { and, eq } from "drizzle-orm";
import type { SharedApp } from "@/lib/contract/shares";
import { agents } from "../agents/table";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { askedVariables, usedInProcess } from "../runs/asked";

/** What visitors read of the app behind a link: nothing of its agent, its prompts or the values that the team has. */
export async function viewSharedApp(
  db: Pick<Db, "select">,
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
  const ofProcess = await usedInProcess(db, app);
  const used = {
    names: [...(row.names ?? []), ...ofProcess.names],
    ids: [...app.variableIds, ...(row.ofAgent ?? []), ...ofProcess.ids],
  };
  const asked = (await askedVariables(db, teamId, used)).filter(
    ({ id }) => !ofProcess.set.includes(id) || app.variableIds.includes(id),
  );
  return {
    ...{ shareId: link.id, appId, name: app.name, description: app.description },
    icon: icon ? { filename: icon } : null,
    conversationStarters: app.chatConfig?.conversationStarters ?? [],
    variables: asked.map(({ name, description, secret, defaultValue }) => ({
      ...{ name, description, secret, required: !defaultValue },
    })),
  };
}
