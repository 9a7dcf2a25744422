import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DatasourceStatus } from "@/lib/constants/datasources";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { datasourceSchema, type jobSchema } from "@/lib/contract/datasources/outputs";
import { selectEditorName } from "../../../access/accounts/service";
import { isListed } from "../../../engine/knowledge/find-datasource";
import type { Reader } from "../../../platform/db/client";
import { countPage, defineTeamList, selectPage } from "../../../platform/db/query/list";
import { subselect } from "../../../platform/db/query/subselect";
import { accounts } from "../../../platform/db/tables/accounts";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { models } from "../../../platform/db/tables/models";
import { tools } from "../../../platform/db/tables/tools";
import { notFound } from "../../../platform/errors/errors";
import { countUsers } from "../../references/select-users";
import { maskDatasource } from "./config";
import { toScheduleView } from "./schedule";

const jobsShown = 50;

const selectView = (db: Reader, table = datasources, count = sql<number>`1`) =>
  db
    .select({
      row: datasources,
      embeddingModelName: models.name,
      toolId: subselect<string | null>(
        sql`select ${tools.id} from ${tools} where ${tools.datasourceId} = ${datasources.id} order by ${tools.dateCreated} limit 1`,
      ),
      inProgress: subselect<boolean>(
        sql`select exists (select 1 from ${datasourceJobs} where ${datasourceJobs.datasourceId} = ${datasources.id} and ${datasourceJobs.dateEnded} is null and not (${datasourceJobs.status} = 'waiting' and ${datasources.status} in ('ready', 'error')))`,
      ),
      usedBy: countUsers("agent", "datasource", { through: "tool" }),
      updatedByName: selectEditorName(datasources),
      count,
    })
    .from(table)
    .leftJoin(models, and(eq(models.id, datasources.embeddingModelId), eq(models.teamId, datasources.teamId)));

const toDatasourceView = async ({ row, ...computed }: Awaited<ReturnType<typeof selectView>>[number]) =>
  pickFields(datasourceSchema, {
    ...row,
    ...computed,
    _id: row.id,
    config: maskDatasource(row),
    schedule: toScheduleView(row),
    nextSync: row.nextDue,
    recordCount: { total: row.documentsTotal, succeeded: row.documentsStored, failed: row.documentsFailed },
    lastSyncedDate: row.lastSynced,
  });

export async function viewDatasource(db: Reader, teamId: string, id: string) {
  const own = and(eq(datasources.teamId, teamId), eq(datasources.id, id), isListed);
  const [found] = await selectView(db).where(own);
  if (!found) throw notFound("This data source");
  return toDatasourceView(found);
}

const readPage = defineTeamList<{ status?: DatasourceStatus }>()(
  {
    columns: datasources,
    visible: () => isListed,
    matches: ({ status }) => status && eq(datasources.status, status),
  },
  (db, { teamId }, page) =>
    selectView(db, selectPage(datasources, page), countPage(datasources))
      .where(eq(datasources.teamId, teamId))
      .orderBy(...page.order),
  ({ row }) => row.id,
  ({ count }) => count,
);

export async function listDatasources(db: Reader, teamId: string, query: ListQuery & { status?: DatasourceStatus }) {
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { datasources: await Promise.all(rows.map(toDatasourceView)), next };
}

export async function listJobs(db: Reader, datasourceId: string): Promise<z.input<typeof jobSchema>[]> {
  const rows = await db
    .select({ job: datasourceJobs, startedByName: accounts.name })
    .from(datasourceJobs)
    .leftJoin(accounts, eq(accounts.id, datasourceJobs.startedBy))
    .where(eq(datasourceJobs.datasourceId, datasourceId))
    .orderBy(desc(datasourceJobs.dateCreated), desc(datasourceJobs.id))
    .limit(jobsShown);
  return rows.map(
    ({ job: { id, kind, status, records, added, changed, removed, error, nextRetry, ...dates }, startedByName }) => ({
      id,
      kind,
      status,
      records,
      added,
      changed,
      removed,
      error,
      nextRetry,
      startedByName,
      startedAt: dates.dateStarted,
      endedAt: dates.dateEnded,
    }),
  );
}
