import { and, eq, ne } from "drizzle-orm";
import { security as contract } from "@/lib/contract/security";
import { lockAccount } from "../auth/lock-account";
import { requireProof } from "../auth/proof";
import { sourceOf } from "../auth/source";
import { deleteAccount } from "../delete-account";
import { exportAccount } from "../export-account";
import { AppError, invalidField, notFound } from "../http/errors";
import { type AccountContext, implement } from "../http/implement";
import { limitEmailChange } from "../http/rate-limits";
import { cutAccount, cutToken } from "../realtime/cut";
import { askForEmail, stopEmail } from "./email-change";
import { endKeys } from "./end-keys";
import { setPassword } from "./passwords";
import { noteSecurity } from "./security-events";
import { accounts, tokens } from "./table";
import { beginTwoFactor, byCode, renewCodes, turnOff, turnOn } from "./two-factor";
import { viewSecurity } from "./view-security";

const ownSession = ({ accountId }: AccountContext) =>
  and(eq(tokens.accountId, accountId), eq(tokens.purpose, "session"));

/** Ends all sessions but the one that asks, and on request the API keys. */
async function endOthers(ctx: AccountContext, revokeKeys = false): Promise<number> {
  const { account, tokenId } = ctx.principal;
  const ended = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    const gone = await tx
      .delete(tokens)
      .where(and(ownSession(ctx), ne(tokens.id, tokenId)))
      .returning({ id: tokens.id });
    if (gone.length > 0) await noteSecurity(tx, account, "sessions_ended", sourceOf(ctx.request), String(gone.length));
    if (revokeKeys) await endKeys(tx, account, sourceOf(ctx.request));
    return gone.length;
  });
  await cutAccount(account.id, tokenId);
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
    await requireProof(ctx, password);
    await limitEmailChange(ctx.accountId);
    return { changed: await askForEmail(ctx, email) };
  },

  stopEmail: async ({ ctx, body: { token } }) => {
    if (token === undefined && !ctx.principal)
      throw new AppError("unauthorized", "Sign in to go on.", { redirect: "/login" });
    const by = token === undefined ? { accountId: ctx.principal?.account.id ?? "" } : { token };
    await stopEmail(ctx.db, by, sourceOf(ctx.request));
    return {};
  },

  setPassword: async ({ ctx, body: { password } }) => {
    await setPassword(ctx, password);
    return {};
  },

  beginTwoFactor: async ({ ctx, body: { password } }) => {
    await requireProof(ctx, password);
    return beginTwoFactor(ctx);
  },

  turnOnTwoFactor: async ({ ctx, body: { code } }) => {
    const recoveryCodes = await turnOn(ctx, code);
    // They were signed in without the second step.
    await endOthers(ctx);
    return { recoveryCodes };
  },

  turnOffTwoFactor: async ({ ctx, body: { password, code } }) => {
    await requireProof(ctx, password);
    await byCode(ctx, code, turnOff);
    return {};
  },

  renewCodes: async ({ ctx, body: { password, code } }) => {
    await requireProof(ctx, password);
    return { recoveryCodes: await byCode(ctx, code, renewCodes) };
  },

  endSession: async ({ ctx, params: { tokenId } }) => {
    const ended = await ctx.db
      .delete(tokens)
      .where(and(ownSession(ctx), eq(tokens.id, tokenId)))
      .returning({ id: tokens.id });
    if (ended.length === 0) throw notFound("This session");
    await cutToken(tokenId);
    return {};
  },

  endOthers: async ({ ctx, body }) => {
    await endOthers(ctx, body.revokeKeys);
    return {};
  },

  export: ({ ctx }) => exportAccount(ctx.db, ctx.principal, sourceOf(ctx.request)),

  remove: async ({ ctx, body: { email, password }, setSession }) => {
    const { account } = ctx.principal;
    if (email !== account.email)
      throw invalidField("email", `Type your address "${account.email}" to delete the account.`);
    await requireProof(ctx, password);
    const { address, requestId } = ctx;
    await deleteAccount(ctx, { address, requestId, action: contract.remove.name });
    setSession(null);
    return { redirect: "/login" };
  },
});
