import { type Mutant, mutantsOf } from "../mutant";

const accounts = "lib/server/accounts";
const twoFactor = "tests/api/two-factor.test.ts";
const change = "tests/api/email-change.test.ts";
const oauth = "tests/api/oauth.test.ts";
const races = "tests/api/sign-in-races.test.ts";
const guesses = "tests/api/guesses.test.ts";
const again = "tests/api/signing-in-again.test.ts";
const deletion = "tests/api/account-deletion.test.ts";

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
    ["codes work for an hour", "const window = 1;", "const window = 120;"],
    ["it is turned on without a code", "if (!(await takeAppCode(tx, account, code)))", "if (false)"],
    ["it is begun anew while it is on", "if (account.twoFactorSince) throw", "if (false) throw"],
    ["it is turned on twice", "if (account.twoFactorSince || !account.totpSecret)", "if (!account.totpSecret)"],
    ["recovery codes are stored as they are", "codes.map((code) => hashOf(accountId, bare(code)))", "codes.map(bare)"],
    [
      "it is turned off by the password alone",
      '    if (!(await takeCode(tx, now, bare(code), source))) throw invalidField("code", wrongCode);\n',
      "",
    ],
    [
      "no code is as good as a right one",
      'if (!code?.trim()) throw new AppError("two_factor", askFor);',
      "if (!code?.trim()) return;",
    ],
  ),
  ...mutantsOf(
    `${accounts}/two-factor.ts`,
    [guesses],
    ["codes are guessed without end", 'await limitGuess("code", account.id, known);', "async () => undefined;"],
    [
      "a set-up's code is guessed without end",
      'await limitGuess("code", ctx.principal.account.id, "set-up");',
      "async () => undefined;",
    ],
  ),
  ...mutantsOf(
    `${accounts}/passwords.ts`,
    [guesses],
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
    ["turning it off needs no password", "await requireProof(ctx, password);\n    await byCode(", "await byCode("],
    [
      "beginning needs no password",
      "await requireProof(ctx, password);\n    return beginTwoFactor(",
      "return beginTwoFactor(",
    ],
    [
      "new codes need no password",
      "await requireProof(ctx, password);\n    return { recoveryCodes",
      "return { recoveryCodes",
    ],
    ["sessions of one step go on", "await endOthers(ctx);\n    return { recoveryCodes };", "return { recoveryCodes };"],
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
    `${accounts}/security-handlers.ts`,
    ["tests/api/account-sessions.test.ts"],
    [
      "everybody else is signed out",
      ".where(and(ownSession(ctx), ne(tokens.id, tokenId)))",
      ".where(ne(tokens.id, tokenId))",
    ],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    [change],
    [
      "another address needs no password",
      "await requireProof(ctx, password);\n    await limitEmailChange(",
      "await limitEmailChange(",
    ],
  ),
  ...mutantsOf(
    `${accounts}/security-handlers.ts`,
    [deletion],
    [
      "deleting needs no password",
      "await requireProof(ctx, password);\n    const { address, requestId }",
      "const { address, requestId }",
    ],
    ["deleting needs no typed address", "if (email !== account.email)", "if (false)"],
  ),
  ...mutantsOf(
    "lib/server/auth/proof.ts",
    [twoFactor],
    ["any password proves it", "if (!(await verifyPassword(account.passwordHash, password)))", "if (false)"],
    ["an old sign-in proves it", "Date.now() - session.date.getTime() < freshSessionMs", "session.date"],
  ),
  ...mutantsOf(
    "lib/server/auth/proof.ts",
    [guesses],
    [
      "a borrowed session guesses the password",
      'await limitGuess("password", account.email, known ?? tokenId);',
      "async () => undefined;",
    ],
  ),
  ...mutantsOf(
    `${accounts}/password-by-link.ts`,
    [guesses],
    ["who knew the old password is known for ever", "await forgetSources(tx, found.id);", "void forgetSources;"],
  ),
  ...mutantsOf(
    `${accounts}/handlers.ts`,
    [guesses],
    [
      "guesses of others keep out who has a new password",
      "if (account.twoFactorSince) await keepPlace(call, account.id);",
      "",
    ],
  ),
  ...mutantsOf(
    `${accounts}/open-session.ts`,
    [races],
    ["a sign-in outlives its password", "account.passwordHash !== shown.passwordHash || ", ""],
    ["a sign-in of one step outlives it", " || (now !== undefined && now !== then)", ""],
    ["a sign-in outlives its account", "if (!account || account.dateDeleted)", "if (!account)"],
  ),
  ...mutantsOf(
    `${accounts}/open-session.ts`,
    [again],
    [
      "the session that is replaced goes on",
      "const replaced = await endReplaced(tx, request);",
      "const replaced: string[] = [];",
    ],
  ),
  ...mutantsOf(
    `${accounts}/open-session.ts`,
    ["tests/api/visitor-sessions.test.ts", "signs in again"],
    [
      "what hangs on the session that is replaced stays open",
      "for (const tokenId of replaced) await cutToken(tokenId);",
      "",
    ],
  ),
  ...mutantsOf(
    "lib/server/http/dispatch.ts",
    [again],
    [
      "an old cookie keeps people from signing in",
      "found && !isUnproven(endpoint, found.principal, request, body) ? found : null",
      "found",
    ],
    ["the cookie of a session that has ended stays", "if (over) setCookie(sessionCookie, null, 0);", ""],
  ),
  ...mutantsOf(
    "lib/server/http/access.ts",
    [again],
    [
      "a cookie alone counts in calls that anyone may make",
      "csrfProblem(endpoint, principal, request, body) !== undefined;",
      "false;",
    ],
  ),
  ...mutantsOf(
    "lib/server/auth/principal.ts",
    [races],
    [
      "a deleted account's session goes on",
      "if (account.dateClosed || account.dateDeleted)",
      "if (account.dateClosed)",
    ],
  ),
  ...mutantsOf(
    "lib/server/auth/api-key.ts",
    [races],
    ["a deleted account's key goes on", "row.account.dateClosed || row.account.dateDeleted", "row.account.dateClosed"],
  ),
  ...mutantsOf(
    `${accounts}/queries.ts`,
    [races],
    ["a second step outlives the password of the first", '["session", "second-step", "oauth"]', '["session", "oauth"]'],
  ),
  ...mutantsOf(
    `${accounts}/passwords.ts`,
    ["tests/api/telling-apart.test.ts", "just registered"],
    [
      "a sign-in tells whose address was nobody's",
      "    throw notRight();\n  }\n",
      '    throw new AppError("forbidden", "Confirm your address first.");\n  }\n',
    ],
  ),
  ...mutantsOf(
    "lib/server/invites/service.ts",
    ["tests/api/telling-apart.test.ts", "becomes of a copied link"],
    ["a copied link tells who has an account", "await tx.insert(usedInvites).values(ended);", "void ended;"],
  ),
  ...mutantsOf(
    `${accounts}/email-change.ts`,
    [change],
    [
      "a change is confirmed after its time",
      "and(byToken(hashToken(token)), gt(emailChanges.expires, new Date()))",
      "byToken(hashToken(token))",
    ],
    ["the old address need not confirm", "oldConfirmed: !now.emailVerified", "oldConfirmed: true"],
    ["anybody stops a change", "eq(emailChanges.accountId, by.accountId)", "undefined"],
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
    `${accounts}/oauth-sign-in.ts`,
    [oauth],
    [
      "a closed server takes who comes from elsewhere",
      "if (!known) checkAllowed(profile.email, { invited: false });",
      "",
    ],
    ["an unconfirmed address here is linked by who is signed in", "if (!account.emailVerified)", "if (false)"],
    ["a hostile name comes from elsewhere", "theirs && isShown(theirs) ? theirs", "theirs ? theirs"],
  ),
  ...mutantsOf(
    `${accounts}/oauth-providers.ts`,
    [oauth],
    ["a hostile address comes from elsewhere", "email: emailField,", "email: z.string(),"],
  ),
  ...mutantsOf(
    `${accounts}/oauth-handlers.ts`,
    [oauth],
    ["a borrowed session adds a way in", "  await requireProof(ctx, password);\n  return ctx.db", "  return ctx.db"],
    ["the only way in is unlinked", "if (account.passwordHash === null && links.length === 1)", "if (false)"],
    [
      "what was begun there outlives the link",
      'await tx.delete(tokens).where(and(eq(tokens.accountId, account.id), eq(tokens.purpose, "second-step")));',
      "",
    ],
    ["a sign-in elsewhere needs no second step", "if (!account.twoFactorSince) return signedIn", "return signedIn"],
    ["a sign-in elsewhere leads off the site", "sameOriginPath(goto) ?? home(account)", "goto ?? home(account)"],
  ),
  ...mutantsOf(
    `${accounts}/oauth-handlers.ts`,
    [races],
    ["a ticket opens session after session", "await endTicket(ctx.db, body.ticket);", ""],
  ),
  ...mutantsOf(
    `${accounts}/oauth-flow.ts`,
    [races],
    ["any token is a ticket", 'eq(tokens.purpose, "second-step"), gt', "gt"],
    [
      "a ticket never expires",
      'eq(tokens.purpose, "second-step"), gt(tokens.expires, new Date())',
      'eq(tokens.purpose, "second-step")',
    ],
  ),
  ...mutantsOf(
    `${accounts}/oauth-flow.ts`,
    [oauth],
    [
      "a way back never expires",
      'eq(tokens.purpose, "oauth"), gt(tokens.expires, new Date())',
      'eq(tokens.purpose, "oauth")',
    ],
    ["another browser finishes a sign-in", "if (!own || !safeEqual(own, state)) throw over();", ""],
  ),
  ...mutantsOf(
    "lib/server/delete-account.ts",
    [deletion],
    ["an organization of others goes with its owner", "if (shared.length > 0) throw inTheWay(shared);", ""],
  ),
];
