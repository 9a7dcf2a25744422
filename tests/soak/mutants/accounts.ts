import { type Mutant, mutantsOf } from "../mutant";

const accounts = "lib/server/accounts";
const twoFactor = "tests/api/two-factor.test.ts";
const change = "tests/api/email-change.test.ts";
const oauth = "tests/api/oauth.test.ts";

/** How accounts are kept safe: second step, guesses, e-mail changes, sign-in elsewhere, sessions, deletion. */
export const accountMutants: Mutant[] = [
  ...mutantsOf(
    `${accounts}/two-factor.ts`,
    [twoFactor],
    [
      "a code works twice",
      "const fresh = or(isNull(accounts.totpStep), lt(accounts.totpStep, totpStep));",
      "const fresh = undefined;",
    ],
    [
      "a recovery code works twice",
      "recoveryCodes: sql`array_remove(${accounts.recoveryCodes}, ${hash})`",
      "recoveryCodes: sql`${accounts.recoveryCodes}`",
    ],
    [
      "no code is as good as a right one",
      'if (!code?.trim()) throw new AppError("two_factor", askFor);',
      "if (!code?.trim()) return;",
    ],
  ),
  ...mutantsOf(
    `${accounts}/two-factor.ts`,
    ["tests/api/guesses.test.ts"],
    ["codes are guessed without end", 'await limitGuess("code", account.id, known);', "async () => undefined;"],
  ),
  ...mutantsOf(
    `${accounts}/passwords.ts`,
    ["tests/api/guesses.test.ts"],
    ["passwords are guessed without end", 'await limitGuess("password", form.email, known);', "async () => undefined;"],
    [
      "guesses of others keep the owner out",
      'limitGuess("password", form.email, known)',
      'limitGuess("password", form.email, null)',
    ],
  ),
  ...mutantsOf(
    `${accounts}/handlers.ts`,
    [twoFactor],
    ["a mailed link passes the second step", 'if (account.twoFactorSince) return { redirect: "/login" };', ""],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    [twoFactor],
    ["turning it off needs no password", "await requireProof(ctx, password);\n    await turnOff(", "await turnOff("],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    ["tests/api/account-sessions.test.ts"],
    [
      "anybody ends a session",
      ".where(and(ownSession(ctx), eq(tokens.id, tokenId)))",
      ".where(eq(tokens.id, tokenId))",
    ],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    ["tests/api/realtime.test.ts", "signing out elsewhere"],
    ["a session that is signed out keeps its sockets", "await cutToken(tokenId);", ""],
    ["the others keep their sockets", "await cutAccount(account.id, tokenId);", ""],
  ),
  ...mutantsOf(
    `${accounts}/email-change.ts`,
    [change],
    ["one address confirms for both", "if (!change.newConfirmed || !change.oldConfirmed) return false;", ""],
    ["old links outlive the address", "await endMailedLinks(tx, account.id);", ""],
  ),
  ...mutantsOf(
    `${accounts}/oauth-sign-in.ts`,
    [oauth],
    ["an unconfirmed address here is linked", "if (known && !known.emailVerified)", "if (false)"],
    [
      "an unconfirmed address there is taken",
      "if (!profile.verified) throw unconfirmedThere(provider);\n  const known",
      "const known",
    ],
    ["a closed account is linked", "  if (known?.dateClosed) throw closed();\n", ""],
    ["somebody else finishes a link", "if (principal?.account.id !== accountId)", "if (!principal)"],
  ),
  ...mutantsOf(
    `${accounts}/oauth-flow.ts`,
    [oauth],
    ["another browser finishes a sign-in", "if (!own || !safeEqual(own, state)) throw over();", ""],
  ),
  ...mutantsOf(
    "lib/server/delete-account.ts",
    ["tests/api/account-deletion.test.ts"],
    ["an organization of others goes with its owner", "if (shared.length > 0) throw inTheWay(shared);", ""],
  ),
];
