import { type Mutant, mutantsOf } from "../mutant";

const accounts = "lib/server/accounts";
const byLink = `${accounts}/password-by-link.ts`;
const confirmed = "tests/api/confirmed-passwords.test.ts";
const proofs = "tests/api/key-proofs.test.ts";

/** Who confirms an address chooses the password; API keys are made with the password and end with it. */
export const passwordMutants: Mutant[] = [
  ...mutantsOf(
    byLink,
    [confirmed],
    ["an address is confirmed without a password", "    checkNew(password, found.email);\n", ""],
    ["the second step of who registered stays", ", ...withoutSecondStep }", " }"],
    ["a sign-in elsewhere of who registered stays", "if (confirms || !keepLinks)", "if (false)"],
    ["sign-ins elsewhere of who registered can be kept", "if (confirms || !keepLinks)", "if (!keepLinks)"],
    ["keys of who registered can be kept", "if (confirms || !keepKeys)", "if (!keepKeys)"],
    [
      "a link that confirms sets a password later too",
      'if (purpose === "verify" && found.emailVerified)',
      "if (false)",
    ],
    [
      "a link that was handed over confirms an address",
      '!found.emailVerified && (purpose === "verify" || mailIsOn())',
      "!found.emailVerified",
    ],
  ),
  ...mutantsOf(byLink, [proofs, "a reset by mail"], ["a reset keeps API keys", "confirms || !keepKeys", "confirms"]),
  ...mutantsOf(
    `${accounts}/email-change.ts`,
    [confirmed, "a new address"],
    ["anybody confirms a new address", "if (isNew && principal?.account.id !== change.accountId)", "if (false)"],
  ),
  ...mutantsOf(
    `${accounts}/register.ts`,
    [confirmed, "hands over"],
    [
      "an account without mail has no password",
      "const later = form.password === undefined && mailIsOn();",
      "const later = form.password === undefined;",
    ],
  ),
  ...mutantsOf(
    "lib/server/apikeys/handlers.ts",
    [proofs],
    [
      "a key is made without the password",
      "await requireProof(ctx, password);\n    await checkTeams",
      "await checkTeams",
    ],
    ["a key gets a new secret without the password", "await requireProof(ctx, password);\n    const own", "const own"],
    ["a new key is not told", 'await noteKeyEvent(tx, ctx, "key_created", made.name);', ""],
    ["a new secret is not told", 'await noteKeyEvent(tx, ctx, "key_rotated", row.name);', ""],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    [proofs, "signing out all other sessions"],
    ["keys are kept that were to be revoked", "if (revokeKeys) await endKeys(", "if (false) await endKeys("],
  ),
  ...mutantsOf(
    `${accounts}/passwords.ts`,
    [proofs, "changing the password"],
    ["keys outlive a new password", "if (revokeKeys) await endKeys(", "if (false) await endKeys("],
  ),
];
