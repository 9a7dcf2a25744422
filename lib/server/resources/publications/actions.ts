import { and, count, eq } from "drizzle-orm";
import {
  defaultConcurrency,
  defaultRate,
  defaultRequestBytes,
  maxPublications,
  publicationWays,
} from "@/lib/constants/publications";
import type { BudgetForm } from "@/lib/contract/budgets/schemas";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { checkVersion, editedBy, lockRow } from "../../platform/db/query/edit";
import { publications, type WebhookSettings } from "../../platform/db/tables/publications";
import { teams } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { setBudget } from "../budgets/actions";
import { findReferenceIssues, throwIssues } from "../references/check";
import { ensureEmbedLink } from "../shares/actions";
import {
  type Caller,
  findPrincipalIssues,
  getVisibleApp,
  type PublicationEdit,
  type PublicationForm,
  type PublicationRow,
  requireCanChange,
  toLimitColumns,
  toPinColumns,
  toWays,
} from "./form";
import { newIdentitySecret } from "./identity";
import { getPublication, viewPublication } from "./queries";
import { replaceSecret } from "./webhook-secrets";

const noBudget: BudgetForm = { money: null, tokens: null, mode: "soft" };

/** Sets the budget of a publication or its key; null removes it. */
export async function storeBudget(
  tx: Tx,
  scope: "publication" | "publicationKey",
  { id, teamId }: { id: string; teamId: string },
  budget: BudgetForm | null | undefined,
): Promise<void> {
  if (budget !== undefined) await setBudget(tx, { scope, id, teamId }, budget ?? noBudget);
}

const ownRow = ({ id, teamId }: Pick<PublicationRow, "id" | "teamId">) =>
  and(eq(publications.teamId, teamId), eq(publications.id, id));

const store = (tx: Tx, row: PublicationRow, change: Partial<PublicationRow>, accountId: string) =>
  tx
    .update(publications)
    .set({ ...change, ...editedBy(accountId) })
    .where(ownRow(row));

/** Locks the team, so that concurrently created publications are counted one after another. */
async function requireCapacity(tx: Tx, teamId: string): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
  const [found] = await tx.select({ n: count() }).from(publications).where(eq(publications.teamId, teamId));
  if ((found?.n ?? 0) < maxPublications) return;
  throw new AppError("conflict", `A team can have up to ${maxPublications} publications. Delete one first.`);
}

export async function createPublication(tx: Tx, caller: Viewer & Caller, form: PublicationForm) {
  const { teamId, accountId } = caller;
  const { name, appId, ways, origins, budget, principalId = accountId } = form;
  await requireCapacity(tx, teamId);
  throwIssues(await findReferenceIssues(tx, caller, "publication", { appId }));
  const app = await getVisibleApp(tx, caller, appId);
  const pin = await toPinColumns(tx, app, form.revision);
  throwIssues([...(await findPrincipalIssues(tx, caller, principalId, app)), ...pin.issues]);
  const place = { id: newId("publication"), teamId };
  const hook = ways.webhook ? replaceSecret(place, [], { secret: ways.webhook.secret }) : undefined;
  const { rate = defaultRate, concurrency = defaultConcurrency, maxBytes = defaultRequestBytes } = toLimitColumns(form);
  await tx.insert(publications).values({
    ...place,
    ...pin.columns,
    name,
    appId,
    origins,
    principalId,
    ways: toWays(ways),
    webhookSecrets: hook?.webhookSecrets ?? [],
    createdBy: accountId,
    rate,
    concurrency,
    maxBytes,
  });
  if (ways.embed) await ensureEmbedLink(tx, { ...place, appId, createdBy: accountId });
  await storeBudget(tx, "publication", place, budget);
  return { id: place.id, webhookSecret: ways.webhook && !ways.webhook.secret ? hook?.secret : undefined };
}

/** Returns the publication, locked until the transaction ends. */
export async function lockPublication(tx: Tx, caller: Viewer, id: string): Promise<PublicationRow> {
  await lockRow(tx, publications, caller.teamId, id);
  return getPublication(tx, caller, id);
}

/** Whether an edit only turns the publication off, which does not need its principal. */
const onlyTurnsOff = ({ enabled, ...rest }: PublicationEdit): boolean =>
  enabled === false && Object.values(rest).every((value) => value === undefined);

interface Changed {
  /** Generated. */
  webhookSecret: string | undefined;
  /** The publication or a way was turned off. */
  isCut: boolean;
}

/** Changes the sent fields. Throws 409 for an outdated version. */
export async function updatePublication(
  tx: Tx,
  caller: Viewer & Caller,
  id: string,
  { version, ...sent }: PublicationEdit,
): Promise<Changed> {
  const row = await lockPublication(tx, caller, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "publication", await viewPublication(tx, caller, id));
  const { name, enabled, ways, revision, principalId, origins, budget } = sent;
  // Whoever takes it over needs no consent of the previous principal, whose rights it then no longer has.
  const takesOver = principalId === caller.accountId;
  if (!takesOver && !onlyTurnsOff(sent)) requireCanChange(caller, row);
  const app = await getVisibleApp(tx, caller, row.appId);
  const pin = revision === undefined ? undefined : await toPinColumns(tx, app, revision);
  throwIssues([
    ...(principalId === undefined || principalId === row.principalId
      ? []
      : await findPrincipalIssues(tx, caller, principalId, app)),
    ...(pin?.issues ?? []),
  ]);
  const { webhook } = ways ?? {};
  const current = row.webhookSecrets.some(({ expires }) => expires === null);
  const hook =
    webhook && (webhook.secret || !current)
      ? replaceSecret(row, row.webhookSecrets, { secret: webhook.secret })
      : undefined;
  await tx
    .update(publications)
    .set({
      name,
      enabled,
      origins,
      principalId,
      ...pin?.columns,
      ...toLimitColumns(sent),
      ...(ways && { ways: toWays(ways) }),
      webhookSecrets: hook?.webhookSecrets,
      ...editedBy(caller.accountId),
    })
    .where(ownRow(row));
  if (ways?.embed) await ensureEmbedLink(tx, { id, teamId: row.teamId, appId: row.appId, createdBy: caller.accountId });
  await storeBudget(tx, "publication", row, budget);
  const kept = ways ? toWays(ways) : row.ways;
  const isCut = enabled === false || publicationWays.some((way) => row.ways[way] && !kept[way]);
  return { webhookSecret: webhook && !webhook.secret ? hook?.secret : undefined, isCut };
}

/** Replaces the webhook secret. Returns the new one. */
export async function rotateSecret(
  tx: Tx,
  caller: Viewer & Caller,
  id: string,
  form: { secret?: string | undefined; overlapHours: number },
): Promise<string> {
  const row = await lockPublication(tx, caller, id);
  requireCanChange(caller, row);
  if (!row.ways.webhook) throw new AppError("conflict", "This publication has no webhook. Turn it on first.");
  const { secret, webhookSecrets } = replaceSecret(row, row.webhookSecrets, form);
  await store(tx, row, { webhookSecrets }, caller.accountId);
  return secret;
}

/** Stores the settings of the webhook of a locked publication. */
export const storeWebhook = (tx: Tx, row: PublicationRow, webhook: WebhookSettings, accountId: string) =>
  store(tx, row, { webhook }, accountId);

/** Creates or replaces the secret with which a website signs its visitors' identities. Returns the new one. */
export async function rotateIdentity(
  tx: Tx,
  caller: Viewer & Caller,
  id: string,
  { overlapHours }: { overlapHours: number },
): Promise<string> {
  const row = await lockPublication(tx, caller, id);
  requireCanChange(caller, row);
  if (!row.ways.embed) throw new AppError("conflict", "This publication has no website chat. Turn it on first.");
  const form = { secret: newIdentitySecret(), overlapHours };
  const { secret, webhookSecrets: identitySecrets } = replaceSecret(row, row.identitySecrets, form);
  await store(tx, row, { identitySecrets }, caller.accountId);
  return secret;
}

export async function deletePublication(tx: Tx, caller: Viewer, id: string): Promise<void> {
  await tx.delete(publications).where(ownRow(await lockPublication(tx, caller, id)));
}
