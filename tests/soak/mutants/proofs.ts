import { type Mutant, mutantsOf } from "../mutant";

const accounts = "lib/server/accounts";
const races = "tests/api/proof-races.test.ts";
const resets = "tests/api/password-resets.test.ts";
const oauth = "tests/api/oauth.test.ts";
const change = "tests/api/email-change.test.ts";

/** A proof still counts where its change is written; a reset by mail ends what someone with the old password has left. */
export const proofMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/auth/proof.ts",
    [races],
    ["a change outlives the session of its proof", "  await requireRights(tx);\n", ""],
    [
      "a change outlives the password of its proof",
      "!account || account.passwordHash !== principal.account.passwordHash",
      "!account",
    ],
  ),
  ...mutantsOf(
    `${accounts}/passwords.ts`,
    [races],
    ["a new password undoes a reset", "const now = await holdProof(tx, ctx);", "const now = account;"],
    ["a password is changed to itself", "if (samePassword(password, current))", "if (false)"],
  ),
  ...mutantsOf(
    `${accounts}/two-factor.ts`,
    [races],
    [
      "a set-up is begun after a reset",
      "const account = await holdProof(tx, ctx);\n    if (account.twoFactorSince) throw",
      "const { account } = ctx.principal;\n    if (account.twoFactorSince) throw",
    ],
    [
      "it is turned on after a reset",
      "const account = await holdProof(tx, ctx);\n    if (account.twoFactorSince ||",
      "const { account } = ctx.principal;\n    if (account.twoFactorSince ||",
    ],
    ["it is turned off after a reset", "const now = await holdProof(tx, ctx);", "const now = account;"],
  ),
  ...mutantsOf(
    `${accounts}/email-change.ts`,
    [races],
    [
      "an address without mail is changed after a reset",
      "const account = await holdProof(tx, ctx);",
      "const { account } = ctx.principal;",
    ],
  ),
  ...mutantsOf(
    `${accounts}/email-change.ts`,
    [change],
    [
      "a change of the address is asked for after a reset",
      "const now = await holdProof(tx, ctx);",
      "const now = ctx.principal.account;",
    ],
  ),
  ...mutantsOf(
    `${accounts}/oauth-handlers.ts`,
    [races],
    ["a link is begun after a reset", "    await holdProof(tx, ctx);\n    return beginFlow", "    return beginFlow"],
  ),
  ...mutantsOf(
    `${accounts}/oauth-flow.ts`,
    [oauth],
    ["a link that was begun outlives the password", "accountId: data.linkTo,", ""],
  ),
  ...mutantsOf(
    "lib/server/apikeys/handlers.ts",
    [races],
    [
      "a key is created after a reset",
      "      await holdProof(tx, ctx);\n      await requireRoomForKey",
      "      await requireRoomForKey",
    ],
    [
      "a key gets a new secret after a reset",
      "      await holdProof(tx, ctx);\n      const [row]",
      "      const [row]",
    ],
  ),
  ...mutantsOf(
    "lib/server/delete-account.ts",
    [races],
    ["organizations are deleted after a reset", "  await holdProof(tx, caller);\n  const others", "  const others"],
  ),
  ...mutantsOf(
    `${accounts}/queries.ts`,
    [resets],
    [
      "a thief with the password ends the owner's way back",
      '["session", "second-step", "oauth"]',
      '["session", "second-step", "oauth", "reset"]',
    ],
  ),
  ...mutantsOf(
    `${accounts}/password-by-link.ts`,
    [resets],
    ["a reset leaves earlier links", "    await endMailedLinks(tx, found.id);\n", ""],
    ["a reset leaves a pending address", "    await endEmailChange(tx, found, source);\n", ""],
    ["a reset keeps linked sign-ins", "confirms || !keepLinks", "confirms"],
    ["a reset leaves a set-up of two-factor sign-in", ": withoutSetup(found)", ": {}"],
  ),
  ...mutantsOf(
    `${accounts}/passwords.ts`,
    [resets],
    [
      "a new password leaves a set-up of two-factor sign-in",
      "{ passwordHash, ...withoutSetup(now) }",
      "{ passwordHash }",
    ],
  ),
  ...mutantsOf(
    `${accounts}/email-change.ts`,
    [resets],
    [
      "a change of the address is locked before its account",
      "const account = await lockOwner(tx, valid);",
      "await tx.update(emailChanges).set({ oldConfirmed: true }).where(valid);\n    const account = await lockOwner(tx, valid);",
    ],
  ),
  ...mutantsOf(
    `${accounts}/mail-tokens.ts`,
    [resets],
    [
      "a mailed link is locked before its account",
      "const [found] = await tx.select({ accountId: tokens.accountId }).from(tokens).where(valid);",
      'const [found] = await tx.select({ accountId: tokens.accountId }).from(tokens).where(valid).for("update");',
    ],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    [resets],
    ["sessions are locked before their account", "    await lockAccount(tx, account.id);\n", ""],
  ),
  ...mutantsOf(
    "lib/server/audit/calls.ts",
    [resets],
    ["a key is locked before its account", "  await lockAccount(tx, accountId);\n", ""],
  ),
];
