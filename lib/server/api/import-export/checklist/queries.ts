import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { CheckedStep, ImportStep, ImportStepView } from "@/lib/contract/transfers/import-steps";
import type { Viewer } from "../../../access/visibility/visible";
import type { Reader } from "../../../platform/db/client";
import { appImports } from "../../../platform/db/tables/app-imports";
import { type AppRow, getApp } from "../../../resources/apps/queries";
import { findSubjects, type Subjects } from "./checks";
import { messages } from "./messages";

type ImportedApp = Pick<AppRow, "id" | "teamId" | "type" | "agentId">;

/** How the steps read, and the pages where they are done. */
const texts: {
  [T in Exclude<CheckedStep["type"], "agent">]: {
    subject(step: Extract<CheckedStep, { type: T }>): string;
    path: string;
    message(name: string, step: Extract<CheckedStep, { type: T }>): string;
  };
} = {
  model: { subject: ({ agentId }) => agentId, path: "agent", message: messages.model },
  secrets: {
    subject: ({ toolId }) => toolId,
    path: "tool",
    message: (name, { paths }) => messages.secrets(name, paths),
  },
  code: {
    subject: ({ toolId }) => toolId,
    path: "tool",
    message: (name) => `Read and adapt the code of the tool “${name}”, which is switched off, and apply it.`,
  },
  revision: {
    subject: ({ toolId }) => toolId,
    path: "tool",
    message: (name, { number }) => `Compare revision ${number} of the tool “${name}” and apply it.`,
  },
  documents: {
    subject: ({ datasourceId }) => datasourceId,
    path: "datasource",
    message: (name) => `Add documents to the data source “${name}”.`,
  },
  variable: {
    subject: ({ variableId }) => variableId,
    path: "variable",
    message: messages.variable,
  },
  judge: {
    subject: ({ testSetId }) => testSetId,
    path: "testset",
    message: (name) => `Choose a judge model for the test set “${name}”.`,
  },
};

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const findSubjectId = <T extends keyof Subjects>(type: T, step: Extract<CheckedStep, { type: T }>): string =>
  texts[type].subject(step);

/** The ID of a step in its list: the same step of two imports is one. */
export function toStepId(step: ImportStep): string {
  if (step.type === "manual") return `manual:${hash(step.message)}`;
  return step.type === "agent" ? step.type : `${step.type}:${findSubjectId(step.type, step)}`;
}

function viewChecked<T extends keyof Subjects>(
  step: Extract<CheckedStep, { type: T }>,
  type: T,
  subjects: Subjects,
): Omit<ImportStepView, "id"> | undefined {
  const { path, message } = texts[type];
  const found = subjects[type].get(findSubjectId(type, step));
  if (!found) return undefined;
  const { id, name, done } = found;
  return { message: message(name, step), path: `${path}/${id}`, done, manual: false };
}

function viewStep(step: ImportStep, app: ImportedApp, subjects: Subjects): Omit<ImportStepView, "id"> | undefined {
  switch (step.type) {
    case "manual": {
      const { message, path, done } = step;
      return { message, path, done, manual: true };
    }
    case "agent": {
      const done = app.type === "process" || app.agentId !== null;
      return { message: messages.agent, path: `app/${app.id}/edit`, done, manual: false };
    }
    default:
      return viewChecked(step, step.type, subjects);
  }
}

/** The steps with their present state, without those whose subject was deleted. */
export async function viewSteps(db: Reader, app: ImportedApp, steps: readonly ImportStep[]): Promise<ImportStepView[]> {
  const subjects = await findSubjects(db, app.teamId, steps);
  return steps.flatMap((step) => {
    const view = viewStep(step, app, subjects);
    return view ? [{ id: toStepId(step), ...view }] : [];
  });
}

/** The stored steps of an app of the team. */
export async function findSteps(db: Reader, teamId: string, appId: string): Promise<ImportStep[]> {
  const [row] = await db
    .select({ steps: appImports.steps })
    .from(appImports)
    .where(and(eq(appImports.teamId, teamId), eq(appImports.appId, appId)));
  return row?.steps ?? [];
}

/** What remains to be done after the app's import. Throws 404 if the app is not visible to the viewer. */
export async function listSteps(db: Reader, viewer: Viewer, appId: string): Promise<ImportStepView[]> {
  const app = await getApp(db, viewer, appId);
  const steps = await findSteps(db, viewer.teamId, appId);
  return steps.length > 0 ? viewSteps(db, app, steps) : [];
}
