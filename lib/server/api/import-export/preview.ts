import { createHash } from "node:crypto";
import type { ImportPreview, PreviewPart } from "@/lib/contract/transfers/schemas";
import { truncate } from "@/lib/utils/text/truncate";
import { DOTS } from "../../platform/crypto/mask";
import type { Reader } from "../../platform/db/client";
import type { AppError } from "../../platform/errors/errors";
import { mapFileSecrets, type PreparedTool } from "../../resources/tools/part";
import { listParts, toKey } from "./file/file-parts";
import { type ReadImport, readFile } from "./file/read-file";
import { mapRefs, type PartKind, type Parts } from "./file/references";
import { toPartText } from "./file/write-yaml";
import type { ForeignJob } from "./foreign/shared/foreign";
import { createNamer, type NameOf } from "./namer";
import { reportNeeds } from "./needs";
import { findKeptPins, type KeptPin } from "./pins";
import { type Choices, type Importer, type ImportPlan, isWritten, type PlannedPart, planImport } from "./plan";
import { findPlanProblems, indexNamers, prepareTools } from "./problems";
import { describeProcess, findResultingProcess } from "./resulting-process";
import { findTestProblems, type PlannedTests, planTests } from "./tests";
import { buildTodo, describeFileSchedule } from "./todo";

export interface ImportRequest extends Choices {
  /** The files to import. */
  job: ForeignJob;
}

/** Everything that an import would do, and its problems. */
export interface PlannedImport {
  plan: ImportPlan;
  problems: AppError[];
  prepared: Map<string, PreparedTool>;
  kept: KeptPin[];
  read: ReadImport;
  tests: PlannedTests;
  preview: ImportPreview;
}

const isVisibleSecret = (secret: unknown): boolean =>
  typeof secret !== "string" || secret === "" || /^\{[^\s{}]+\}$/.test(secret);

/** Masks secrets, including those in the file. */
function maskSecrets<K extends PartKind>(kind: K, part: Parts[K]): Parts[K] {
  if (kind !== "tool") return part;
  const definition = mapFileSecrets(part as Parts["tool"], (secret) => (isVisibleSecret(secret) ? secret : DOTS));
  return { ...part, definition };
}

/** Longer definitions are truncated. */
const maxShown = 200_000;

const toText = <K extends PartKind>(kind: K, part: Parts[K], nameOf: NameOf): string => {
  const text = toPartText(kind, {
    ...maskSecrets(kind, mapRefs(kind, part, nameOf)),
    ref: undefined,
    revision: undefined,
  });
  return text.length > maxShown ? `${truncate(text, maxShown)}\n# and more` : text;
};

function toPreviewPart(one: PlannedPart, nameOf: NameOf): PreviewPart {
  const { key, kind, name, as, status, action, actions, held, part } = one;
  return {
    key,
    kind,
    name,
    as,
    status,
    action,
    actions,
    _id: held?.id ?? null,
    before: held ? toText(kind, held.part, nameOf) : null,
    after: toText(kind, part, nameOf),
  };
}

const kindOrder: PreviewPart["kind"][] = ["app", "task", "agent", "tool"];

/** The app first, then its dependencies, each kind in the file's order. */
function sortForReading(views: PreviewPart[], file: ImportPlan["file"]): PreviewPart[] {
  const places = new Map(listParts(file).map(({ kind, part }, i) => [toKey(kind, part), i]));
  const rank = ({ kind, key }: PreviewPart) => kindOrder.indexOf(kind) * 1_000 + (places.get(key) ?? 0);
  return views.toSorted((one, other) => rank(one) - rank(other));
}

/** Plans a file's import without writing. */
export async function planPreview(
  db: Reader,
  caller: Importer,
  sent: ImportRequest,
  signal: AbortSignal,
): Promise<PlannedImport> {
  const read = await readFile(caller.teamId, sent.job, signal);
  const plan = await planImport(db, caller, read.file, sent);
  const tools = await prepareTools(db, plan, caller, signal);
  return previewImport(db, caller, sent, plan, { ...tools, read });
}

/** Creates the preview of a plan whose tools have been validated. */
export async function previewImport(
  db: Reader,
  caller: Importer,
  sent: ImportRequest,
  plan: ImportPlan,
  { read, ...tools }: { prepared: Map<string, PreparedTool>; problems: AppError[]; read: ReadImport },
): Promise<PlannedImport> {
  const { file, parts, needs } = plan;
  const tests = await planTests(db, caller, plan, read.tests);
  const problems = [
    ...(await findPlanProblems(db, plan, caller, sent)),
    ...findTestProblems(tests, caller),
    ...tools.problems,
  ];
  const kept = await findKeptPins(db, caller.teamId, plan);
  const process = await findResultingProcess(db, caller, plan);
  const nameOf = await createNamer(db, caller, plan, process?.others ?? []);
  const namers = indexNamers(plan);
  const views = parts.map((one) => toPreviewPart(one, nameOf));
  const body: Omit<ImportPreview, "fingerprint"> = {
    app: file.app.name,
    source: read.source,
    report: reportNeeds(read.report, needs),
    parts: sortForReading(views, file),
    process: process && describeProcess(process, nameOf),
    needs: needs.map((need) => {
      const { key, kind, name, detail, chosen, options, addModel } = need;
      return { key, kind, name, detail, chosen, options, addModel, usedBy: namers(need).map(({ as }) => as) };
    }),
    schedule: file.app.schedule ? describeFileSchedule(file.app.schedule) : null,
    problems: [...new Set(problems.map(({ message }) => message))],
    todo: buildTodo(plan, { ...tools, kept }, sent, () => null),
    changes: parts.some(isWritten) || tests.action !== "none",
  };
  return {
    plan,
    problems,
    prepared: tools.prepared,
    kept,
    read,
    tests,
    preview: { fingerprint: computeFingerprint(read.hash, sent, plan, body), ...body },
  };
}

/** A fingerprint of everything the import depends on: the file, the choices and the team's state. */
function computeFingerprint(
  hash: string,
  { schedule }: ImportRequest,
  { parts, needs }: ImportPlan,
  { parts: views }: Pick<ImportPreview, "parts">,
): string {
  const held = parts.map(({ key, held: own }) => [key, own?.id, own?.version]);
  const state = [hash, schedule, views, held, needs.map(({ key, chosen }) => [key, chosen])];
  return createHash("sha256").update(JSON.stringify(state)).digest("base64url");
}
