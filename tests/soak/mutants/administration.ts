import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const suite = "tests/api/admin.test.ts";
const [accountSuite, mailSuite] = ["tests/api/admin-accounts.test.ts", "tests/api/admin-mails.test.ts"];

/** Who runs the server: who that is, what they see, and what a closed account may not. */
export const administrationMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/http/access.ts`,
    [suite, "who is root"],
    ["everybody is root", 'if (kind === "session" && account.root) return;', "return;"],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [suite, "who is root"],
    ["nobody is asked for root", 'if (endpoint.access === "root") checkRoot(caller.principal);', ""],
  ),
  ...mutantsOf(
    `${server}/auth/principal.ts`,
    [accountSuite],
    [
      "a closed account's session goes on",
      "if (account.dateClosed || account.dateDeleted)",
      "if (account.dateDeleted)",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/api-key.ts`,
    [accountSuite],
    ["a closed account's key goes on", "row.account.dateClosed || row.account.dateDeleted", "row.account.dateDeleted"],
  ),
  ...mutantsOf(
    `${server}/accounts/passwords.ts`,
    [accountSuite],
    ["a closed account is asked for its second step", "  if (account.dateClosed) throw closed();\n", ""],
  ),
  ...mutantsOf(
    `${server}/accounts/open-session.ts`,
    [accountSuite],
    ["a mailed link signs a closed account in", "  if (account.dateClosed) throw closed();\n", ""],
  ),
  ...mutantsOf(
    `${server}/admin/accounts.ts`,
    [accountSuite],
    ["a deleted account is administered", "const kept = isNull(accounts.dateDeleted);", "const kept = undefined;"],
    ["a session outlives the closing", "if (closed) await endAllSessions(tx, accountId);", ""],
  ),
  ...mutantsOf(
    `${server}/admin/handlers.ts`,
    [accountSuite],
    ["somebody closes their own account", "if (accountId === ctx.accountId)", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/accounts/register.ts`,
    ["tests/api/registration.test.ts"],
    ["anybody registers where nobody may", 'if (REGISTRATION === "closed")', "if (false)"],
    ["anybody registers who was not invited", 'if (REGISTRATION === "invite" && !invited)', "if (false)"],
    ["addresses of any domain register", "if (ALLOWED_EMAIL_DOMAINS.length > 0 &&", "if (false &&"],
  ),
  ...mutantsOf(
    `${server}/admin/mails.ts`,
    [mailSuite],
    ["links of mails are shown", "text: maskTokens(mail.text)", "text: mail.text"],
    [
      "a mail is lost that was not taken",
      'throw new AppError("conflict", `The mail server did',
      'void new AppError("conflict", `The mail server did',
    ],
  ),
  ...mutantsOf(
    `${server}/mail/outbox-folder.ts`,
    [mailSuite],
    ["any file is a mail", "if (!idForm.test(id)) return null;", ""],
  ),
  ...mutantsOf(
    `${server}/admin/queue.ts`,
    ["tests/api/admin-queue.test.ts"],
    ["a run that has ended is stopped", "if (!(openStates as readonly string[]).includes(run.status))", "if (false)"],
  ),
];
