import { and, eq, isNull } from "drizzle-orm";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import type { Reader } from "../../platform/db/client";
import { appRevisions } from "../../platform/db/tables/app-revisions";
import { apps } from "../../platform/db/tables/apps";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";
import type { Choice } from "./subject";

type AppRow = typeof apps.$inferSelect;

export async function findTestedApp(db: Reader, teamId: string, id: string): Promise<AppRow> {
  const [app] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, id)));
  if (!app) throw notFound("This app");
  return app;
}

/** The content of a process, and where it comes from. */
interface ProcessContent {
  definition: AppDefinition;
  /** Null: not applied. */
  revision: number | null;
  /** For people. */
  label: string;
}

/** The content of the draft, of a revision, or of the applied one. Throws 400 or 409 if there is none. */
export async function findProcessContent(
  db: Reader,
  app: AppRow,
  { draft, revision }: Choice,
): Promise<ProcessContent> {
  const number = draft ? null : (revision ?? app.revision ?? 1);
  const label = number === null ? "Draft" : `Revision ${number}`;
  const [found] = await db
    .select({ definition: appRevisions.definition })
    .from(appRevisions)
    .where(
      and(
        eq(appRevisions.ownerId, app.id),
        number === null ? isNull(appRevisions.number) : eq(appRevisions.number, number),
      ),
    );
  if (!found && draft) throw new AppError("conflict", "There is no draft to test.");
  if (!found) throw invalidField("revision", "This revision doesn't exist.");
  return { ...found, revision: number, label };
}
