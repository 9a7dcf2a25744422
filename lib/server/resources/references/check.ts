import { and, eq, inArray } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Issue } from "@/lib/contract/base/error";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { getResource, listReferences } from "./registered";
import { describeMissing, getColumn, type Reference, type Resource } from "./resource";

interface NamedId {
  id: string;
  path: string;
}

/** The ids in a body's field, with their paths. */
function listIds(column: string, { holds }: Reference, sent: unknown): NamedId[] {
  if (!sent) return [];
  if (holds === "id") return [{ id: sent as string, path: column }];
  if (holds === "ids") return (sent as string[]).map((id, i) => ({ id, path: `${column}.${i}` }));
  if (typeof holds !== "object") return [];
  return (sent as Record<string, string | null | undefined>[]).flatMap(({ [holds.field]: id }, i) =>
    id ? [{ id, path: `${column}.${i}.${holds.field}` }] : [],
  );
}

/** The rows that the viewer may refer to. */
async function findRows(db: Reader, viewer: Viewer, resource: Resource, ids: string[], lock?: boolean) {
  const { table, listed } = resource;
  const own = and(eq(getColumn(table, "teamId"), viewer.teamId), inArray(table.id, ids));
  const found = db
    .select()
    .from(table as PgTable)
    .where(and(own, listed, resource.private?.visible(viewer)))
    .orderBy(table.id);
  return (await (lock ? found.for("key share") : found)) as { id: string }[];
}

async function findColumnIssues(
  db: Reader,
  viewer: Viewer,
  to: Reference,
  column: string,
  sent: unknown,
): Promise<Issue[]> {
  if (to.issues) return to.issues(db, viewer.teamId, sent as never);
  const resource = getResource(to.to);
  const named = listIds(column, to, sent).filter(({ id }) => id !== resource.builtin);
  if (named.length === 0) return [];
  const rows = await findRows(
    db,
    viewer,
    resource,
    named.map(({ id }) => id),
    to.lock,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return named.flatMap(({ id, path }) => {
    const row = known.get(id);
    const message = row ? to.refuse?.(row as never) : describeMissing(resource);
    return message ? [{ path, message }] : [];
  });
}

/** Returns an issue for each id in a body that does not belong to the team, or is not allowed there. */
export async function findReferenceIssues(
  db: Reader,
  viewer: Viewer,
  of: ResourceKind,
  sent: object,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [column, to] of listReferences(getResource(of)))
    if (!to.computed && to.onDelete !== "keep")
      issues.push(...(await findColumnIssues(db, viewer, to, column, (sent as Record<string, unknown>)[column])));
  return issues;
}

/** Throws 400 with the issues, if any. */
export function throwIssues(issues: Issue[]): void {
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}
