import { and, asc, eq } from "drizzle-orm";
import { type TemplateId, templateKnowledge, templateModel } from "@/lib/constants/templates";
import { Permission } from "@/lib/permissions/bits";
import type { AuditLog, TeamCallContext } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import { isListed } from "../../engine/knowledge/find-datasource";
import type { Tx } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { teams } from "../../platform/db/tables/teams";
import { createDemoModel, findDemoModel, listOwnModels } from "./demo-models";
import { addDocuments, readDocuments } from "./documents";

type Target = "modelProvider" | "sampleModel" | "sampleEmbedding" | "sampleDatasource";

/** The value for a dependency that the user has to choose. */
const open = "none";

/** The model for a template's agents; undefined where the user has to choose, or may not add one. */
async function chooseModel(tx: Tx, caller: Viewer, defaultId: string | null | undefined, audit: AuditLog<Target>) {
  const own = await listOwnModels(tx, caller.teamId);
  if (own.length > 0) return own.find((id) => id === defaultId) ?? (own.length === 1 ? own[0] : undefined);
  const demoId = await findDemoModel(tx, caller.teamId, "llm");
  if (demoId || !caller.permissions.has(Permission.CREATE_MODEL)) return demoId;
  return audit.record("sampleModel", await createDemoModel(tx, caller, "llm", audit));
}

async function findDatasource(tx: Tx, teamId: string, name: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: datasources.id })
    .from(datasources)
    .where(and(eq(datasources.teamId, teamId), eq(datasources.name, name), isListed))
    .orderBy(asc(datasources.dateCreated))
    .limit(1);
  return row?.id;
}

/**
 * Creates what a template needs and the team does not have: the offline model, and a data source with sample documents.
 * Returns the mapping for the template's import.
 */
export async function prepareTemplate(ctx: TeamCallContext<Target>, id: TemplateId): Promise<Record<string, string>> {
  const { teamId } = ctx;
  const source = templateKnowledge[id];
  const found = source ? await readDocuments(`templates/${id}`) : [];
  return ctx.write(async (tx, audit) => {
    // Two concurrent clicks create one of each.
    const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for("update");
    const modelId = await chooseModel(tx, ctx, team?.defaultModels.llm, audit);
    const model = { [`model:${templateModel}`]: modelId ?? open };
    if (!source) return model;
    const known = await findDatasource(tx, teamId, source.name);
    const datasourceId = known ?? (await addDocuments(tx, ctx, audit, source, found))?.id;
    return { ...model, [`datasource:${source.name}`]: datasourceId ?? open };
  });
}
