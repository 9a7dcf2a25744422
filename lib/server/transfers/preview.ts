import { createHash } from "node:crypto";
import type { ImportPreview, PreviewPart } from "@/lib/contract/transfers";
import { cutText } from "@/lib/utils/cut-text";
import { DOTS } from "../crypto/mask";
import type { Db } from "../db/client";
import type { AppError } from "../http/errors";
import { mapFileSecrets, type PreparedTool } from "../tools/transfer";
import { keyOf, partsOf } from "./file-parts";
import { type Kept, keepersOf } from "./pins";
import { mapRefs, type PartKind, type Parts, type RefKind } from "./places";
import { type Choices, type Importer, isWritten, type Plan, type Planned, planImport } from "./plan";
import { namersOf, prepareTools, problemsOf } from "./problems";
import { readFile } from "./read-file";
import { namesById, type Reader } from "./stock";
import { often, todoOf } from "./todo";
import { partText } from "./write-yaml";

export interface Sent extends Choices {
  text: string;
}

/** Everything that an import of a file would do, and what stands against it. */
export interface Prospect {
  plan: Plan;
  problems: AppError[];
  prepared: Map<string, PreparedTool>;
  kept: Kept[];
  preview: ImportPreview;
}

type NameOf = (kind: RefKind, id: string) => string;

/** What each id in the parts is called, and each part that is still to be made. */
async function namer(db: Reader, { teamId }: Importer, { parts, needs }: Plan): Promise<NameOf> {
  const ids: Partial<Record<RefKind, Set<string>>> = {};
  const note = (kind: RefKind, id: string) => {
    ids[kind] = (ids[kind] ?? new Set()).add(id);
    return id;
  };
  for (const { kind, part, held } of parts) {
    mapRefs(kind, part, note);
    if (held) mapRefs(kind, held.part, note);
  }
  const known = await namesById(db, teamId, ids);
  const fresh = new Map<string, string>([
    ...parts.map(({ key, as }) => [`new:${key}`, as] as const),
    ...needs.map(({ key, name }) => [`new:${key}`, name] as const),
  ]);
  return (kind, id) => fresh.get(id) ?? known.get(`${kind}:${id}`) ?? "something that was deleted";
}

const isShown = (secret: unknown): boolean =>
  typeof secret !== "string" || secret === "" || /^\{[^\s{}]+\}$/.test(secret);

/** Secrets that the file gives itself are not shown either. */
function covered<K extends PartKind>(kind: K, part: Parts[K]): Parts[K] {
  if (kind !== "tool") return part;
  const definition = mapFileSecrets(part as Parts["tool"], (secret) => (isShown(secret) ? secret : DOTS));
  return { ...part, definition };
}

/** Of what is larger the beginning is shown. */
const shownMost = 200_000;

const textOf = <K extends PartKind>(kind: K, part: Parts[K], nameOf: NameOf): string => {
  const text = partText(kind, { ...covered(kind, mapRefs(kind, part, nameOf)), ref: undefined });
  return text.length > shownMost ? `${cutText(text, shownMost)}\n# and more` : text;
};

function shown(one: Planned, nameOf: NameOf): PreviewPart {
  const { key, kind, name, as, status, action, actions, held, part } = one;
  return {
    ...{ key, kind, name, as, status, action, actions, _id: held?.id ?? null },
    before: held ? textOf(kind, held.part, nameOf) : null,
    after: textOf(kind, part, nameOf),
  };
}

const reading: PreviewPart["kind"][] = ["app", "task", "agent", "tool"];

/** The app first, then what it is made of, each kind in the file's own order. */
function inReadingOrder(views: PreviewPart[], file: Plan["file"]): PreviewPart[] {
  const places = new Map(partsOf(file).map(({ kind, part }, i) => [keyOf(kind, part), i]));
  const rank = ({ kind, key }: PreviewPart) => reading.indexOf(kind) * 1_000 + (places.get(key) ?? 0);
  return views.toSorted((one, other) => rank(one) - rank(other));
}

/** Looks at a file beside the team, writing nothing. */
export async function prospectOf(db: Db, caller: Importer, sent: Sent, signal: AbortSignal): Promise<Prospect> {
  const { file } = await readFile(caller.teamId, sent.text, signal);
  const plan = await planImport(db, caller, file, sent);
  const tools = await prepareTools(db, plan, caller, signal);
  return lookAt(db, caller, sent, plan, tools);
}

/** The same of a plan whose tools were looked at already. */
export async function lookAt(
  db: Reader,
  caller: Importer,
  sent: Sent,
  plan: Plan,
  tools: { prepared: Map<string, PreparedTool>; problems: AppError[] },
): Promise<Prospect> {
  const { file, parts, needs } = plan;
  const problems = [...(await problemsOf(db, plan, caller, sent)), ...tools.problems];
  const kept = await keepersOf(db, caller.teamId, plan);
  const nameOf = await namer(db, caller, plan);
  const namers = namersOf(plan);
  const views = parts.map((one) => shown(one, nameOf));
  const body: Omit<ImportPreview, "fingerprint"> = {
    app: file.app.name,
    parts: inReadingOrder(views, file),
    needs: needs.map((need) => {
      const { key, kind, name, detail, chosen, options } = need;
      return { key, kind, name, detail, chosen, options, usedBy: namers(need).map(({ as }) => as) };
    }),
    schedule: file.app.schedule ? often[file.app.schedule.every] : null,
    problems: [...new Set(problems.map(({ message }) => message))],
    todo: todoOf(plan, { ...tools, kept }, sent, () => null),
    changes: parts.some(isWritten),
  };
  return {
    plan,
    problems,
    prepared: tools.prepared,
    kept,
    preview: { fingerprint: fingerprintOf(sent, plan, body), ...body },
  };
}

/** Of all that an import depends on: another file, choice or state of the team has another one. */
function fingerprintOf(
  { text, schedule }: Sent,
  { parts, needs }: Plan,
  { parts: views }: Pick<ImportPreview, "parts">,
): string {
  const held = parts.map(({ key, held: own }) => [key, own?.id, own?.version]);
  const state = [text, schedule, views, held, needs.map(({ key, chosen }) => [key, chosen])];
  return createHash("sha256").update(JSON.stringify(state)).digest("base64url");
}
