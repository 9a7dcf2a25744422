import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { UsedBy } from "@/lib/contract/error";
import { addJob } from "../knowledge/pipeline/jobs";
import { registerVectorDbUsers } from "../vectordbs/users";
import { goThroughAgain } from "./again";
import { datasources } from "./table";

/** Datasources keep their vectors in vector databases. */
registerVectorDbUsers("datasources", {
  async usedBy(db, teamId, ids) {
    const place = or(
      inArray(datasources.vectorDbId, [...ids]),
      ids.includes(builtinVectorDb) ? isNull(datasources.vectorDbId) : undefined,
    );
    const rows = await db
      .select({ _id: datasources.id, name: datasources.name, vectorDbId: datasources.vectorDbId })
      .from(datasources)
      .where(and(eq(datasources.teamId, teamId), isNull(datasources.trialOf), place))
      .orderBy(asc(datasources.name));
    const found = new Map<string, UsedBy>();
    for (const { vectorDbId, ...row } of rows) {
      const id = vectorDbId ?? builtinVectorDb;
      found.set(id, [...(found.get(id) ?? []), { type: "datasource", ...row }]);
    }
    return found;
  },
  // What it held is gone with it: the datasources go on in the built-in one.
  async release(tx, teamId, id) {
    const moved = await tx
      .update(datasources)
      .set({ vectorDbId: null, collection: null })
      .where(and(eq(datasources.teamId, teamId), eq(datasources.vectorDbId, id)))
      .returning();
    for (const row of moved) {
      await goThroughAgain(tx, row.id, "chunked");
      await addJob(tx, { teamId, datasourceId: row.id }, "upload", null);
    }
  },
});
