import { and, eq, ne } from "drizzle-orm";
import { security as contract } from "@/lib/contract/security/schemas";
import { cancelEmailChange, requestEmailChange } from "../../access/accounts/email-change";
import { setPassword } from "../../access/accounts/passwords";
import { revokeAccountKeys } from "../../access/accounts/revoke-account-keys";
import { recordSecurityEvent } from "../../access/accounts/security-events";
import {
  beginTwoFactor,
  changeWithCode,
  disableTwoFactor,
  enableTwoFactor,
  renewCodes,
} from "../../access/accounts/two-factor";
import { lockAccount } from "../../access/auth/lock-account";
import { requirePassword } from "../../access/auth/proof";
import { limitEmailChange } from "../../access/auth/rate-limits";
import { readSource } from "../../access/auth/source";
import { disconnectAccount, disconnectToken } from "../../access/broadcast/disconnect";
import { type AccountContext, implement } from "../../access/calls/implement";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";
import { deleteAccount } from "./delete-account";
import { exportAccount } from "./export-account";
import { viewSecurity } from "./view-security";

const ownSession = ({ accountId }: AccountContext) =>
  and(eq(tokens.accountId, accountId), eq(tokens.purpose, "session"));

/** Ends all sessions except the current one, and optionally revokes the API keys. */
async function endOthers(ctx: AccountContext, revokeKeys = false): Promise<number> {
  const { account, tokenId } = ctx.principal;
  const ended = await ctx.write(async (tx) => {
    await lockAccount(tx, account.id);
    const gone = await tx
      .delete(tokens)
      .where(and(ownSession(ctx), ne(tokens.id, tokenId)))
      .returning({ id: tokens.id });
    if (gone.length > 0)
      await recordSecurityEvent(tx, account, "sessions_ended", readSource(ctx.request), String(gone.length));
    if (revokeKeys) await revokeAccountKeys(tx, account, readSource(ctx.request));
    return gone.length;
  });
  await disconnectAccount(account.id, tokenId);
  return ended;
}

implement(contract, {
  get: ({ ctx }) => viewSecurity(ctx.db, ctx.principal),

  edit: async ({ ctx, body: { name, mutedNotices } }) => {
    if (name !== undefined || mutedNotices !== undefined)
      await ctx.db.update(accounts).set({ name, mutedNotices }).where(eq(accounts.id, ctx.accountId));
    return {};
  },

  changeEmail: async ({ ctx, body: { email, password } }) => {
    await requirePassword(ctx, password);
    await limitEmailChange(ctx.accountId);
    return { changed: await requestEmailChange(ctx, email) };
  },

  cancelEmail: async ({ ctx, body: { token } }) => {
    if (token === undefined && !ctx.principal)
      throw new AppError("unauthorized", "Sign in to continue.", { redirect: "/login" });
    const by = token === undefined ? { accountId: ctx.principal?.account.id ?? "" } : { token };
    await cancelEmailChange(ctx.db, by, readSource(ctx.request));
    return {};
  },

  setPassword: async ({ ctx, body: { password } }) => {
    await setPassword(ctx, password);
    return {};
  },

  beginTwoFactor: async ({ ctx, body: { password } }) => {
    await requirePassword(ctx, password);
    return beginTwoFactor(ctx);
  },

  turnOnTwoFactor: async ({ ctx, body: { code } }) => {
    const recoveryCodes = await enableTwoFactor(ctx, code);
    // These sessions were signed in without the second factor.
    await endOthers(ctx);
    return { recoveryCodes };
  },

  turnOffTwoFactor: async ({ ctx, body: { password, code } }) => {
    await requirePassword(ctx, password);
    await changeWithCode(ctx, code, disableTwoFactor);
    return {};
  },

  renewCodes: async ({ ctx, body: { password, code } }) => {
    await requirePassword(ctx, password);
    return { recoveryCodes: await changeWithCode(ctx, code, renewCodes) };
  },

  endSession: async ({ ctx, params: { tokenId } }) => {
    const ended = await ctx.db
      .delete(tokens)
      .where(and(ownSession(ctx), eq(tokens.id, tokenId)))
      .returning({ id: tokens.id });
    if (ended.length === 0) throw notFound("This sign-in");
    await disconnectToken(tokenId);
    return {};
  },

  endOthers: async ({ ctx, body }) => {
    await endOthers(ctx, body.revokeKeys);
    return {};
  },

  export: ({ ctx }) => exportAccount(ctx.db, ctx.principal, readSource(ctx.request)),

  remove: async ({ ctx, body: { email, password }, setSession }) => {
    const { account } = ctx.principal;
    if (email !== account.email)
      throw invalidField("email", `Type your email address “${account.email}” to delete the account.`);
    await requirePassword(ctx, password);
    const { address, requestId } = ctx;
    await deleteAccount(ctx, { address, requestId, action: contract.remove.name });
    setSession(null);
    return { redirect: "/login" };
  },
});
