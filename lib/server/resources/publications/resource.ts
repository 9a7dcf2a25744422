import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { toAuditFields } from "../../access/audit/fields";
import { budgets } from "../../platform/db/tables/budgets";
import { oauthGrants } from "../../platform/db/tables/oauth";
import { publicationKeys, publications } from "../../platform/db/tables/publications";
import { defineResource, reference } from "../references/resource";

export const publicationResource = defineResource({
  kind: "publication",
  table: publications,
  references: {
    appId: reference("app", { onDelete: "cascade", lock: true }),
  },
  /** With its keys, clients and budgets, without secrets. */
  async audit(
    {
      id,
      name,
      appId,
      enabled,
      ways,
      webhook,
      webhookSecrets,
      identitySecrets,
      revision,
      principalId,
      origins,
      ...limits
    },
    tx,
  ) {
    const keys = await tx
      .select()
      .from(publicationKeys)
      .where(and(eq(publicationKeys.publicationId, id), isNull(publicationKeys.revoked)))
      .orderBy(asc(publicationKeys.dateCreated), asc(publicationKeys.id));
    const grants = await tx
      .select()
      .from(oauthGrants)
      .where(and(eq(oauthGrants.publicationId, id), isNull(oauthGrants.revoked)))
      .orderBy(asc(oauthGrants.dateCreated), asc(oauthGrants.id));
    const limited = await tx
      .select({ id: budgets.subjectId, money: budgets.money, tokens: budgets.tokens, hard: budgets.hard })
      .from(budgets)
      .where(inArray(budgets.subjectId, [id, ...keys.map((key) => key.id)]));
    const budgetOf = (subjectId: string) => {
      const found = limited.find((one) => one.id === subjectId);
      return found ? { money: found.money, tokens: found.tokens, mode: found.hard ? "hard" : "soft" } : null;
    };
    const { rate, concurrency, maxBytes } = limits;
    const exact = {
      name,
      appId,
      enabled,
      ways,
      webhook,
      // A secret is replaced by another one: only its ciphertext differs, which is shown as changed.
      webhookSecret: webhookSecrets.find(({ expires }) => expires === null)?.sealed ?? null,
      identitySecret: identitySecrets.find(({ expires }) => expires === null)?.sealed ?? null,
      revision: revision ?? "follow",
      principalId,
      origins,
      rate,
      concurrency,
      maxBytes,
      budget: budgetOf(id),
      clients: grants.map(({ clientName, accountId }) => ({ name: clientName, accountId })),
      keys: keys.map((key) => ({
        name: key.name,
        prefix: key.prefix,
        rate: key.rate,
        concurrency: key.concurrency,
        maxBytes: key.maxBytes,
        expires: key.expires?.toISOString() ?? null,
        budget: budgetOf(key.id),
      })),
    };
    return { shown: toAuditFields(exact), exact };
  },
});
