import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const suite = "tests/api/admin.test.ts";

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
    [suite, "accounts"],
    [
      "a closed account's session goes on",
      "if (account.dateClosed || account.dateDeleted)",
      "if (account.dateDeleted)",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/api-key.ts`,
    [suite, "accounts"],
    ["a closed account's key goes on", "row.account.dateClosed || row.account.dateDeleted", "row.account.dateDeleted"],
  ),
  ...mutantsOf(
    `${server}/accounts/passwords.ts`,
    [suite, "accounts"],
    ["a closed account is asked for its second step", "  if (account.dateClosed) throw closed();\n", ""],
  ),
  ...mutantsOf(
    `${server}/accounts/open-session.ts`,
    [suite, "accounts"],
    ["a mailed link signs a closed account in", "  if (account.dateClosed) throw closed();\n", ""],
  ),
  ...mutantsOf(
    `${server}/admin/accounts.ts`,
    [suite, "accounts"],
    ["a deleted account is administered", "const kept = isNull(accounts.dateDeleted);", "const kept = undefined;"],
    ["a session outlives the closing", "if (closed) await endAllSessions(tx, accountId);", ""],
  ),
  ...mutantsOf(
    `${server}/admin/handlers.ts`,
    [suite, "accounts"],
    ["somebody closes their own account", "if (accountId === ctx.accountId)", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/accounts/register.ts`,
    [suite, "registration"],
    ["anybody registers where nobody may", 'if (REGISTRATION === "closed")', "if (false)"],
    ["anybody registers who was not invited", 'if (REGISTRATION === "invite" && !invited)', "if (false)"],
    ["addresses of any domain register", "if (ALLOWED_EMAIL_DOMAINS.length > 0 &&", "if (false &&"],
  ),
  ...mutantsOf(
    `${server}/admin/mails.ts`,
    [suite, "mails"],
    ["links of mails are shown", "text: maskTokens(mail.text)", "text: mail.text"],
    [
      "a mail is lost that was not taken",
      'throw new AppError("conflict", `The mail server did',
      'void new AppError("conflict", `The mail server did',
    ],
  ),
  ...mutantsOf(
    `${server}/mail/outbox-folder.ts`,
    [suite, "mails"],
    ["any file is a mail", "if (!idForm.test(id)) return null;", ""],
  ),
  ...mutantsOf(
    `${server}/admin/queue.ts`,
    [suite, "queue"],
    ["a run that has ended is stopped", "if (!(openStates as readonly string[]).includes(run.status))", "if (false)"],
  ),
];
