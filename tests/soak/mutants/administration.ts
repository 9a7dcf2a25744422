import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const suite = "tests/api/admin.test.ts";
const [accountSuite, mailSuite] = ["tests/api/admin-accounts.test.ts", "tests/api/admin-mails.test.ts"];

/** Who runs the server: who that is, what they see, and what a closed account may not. */
export const administrationMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/api/http/guards/access.ts`,
    [suite, "who is root"],
    ["everybody is root", "checkRoot", always("&& 1"), "7d4b9ff465"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/admit.ts`,
    [suite, "who is root"],
    ["root is not required", "admit", never("comparison 2"), "c032056542"],
  ),
  ...mutantsOf(
    `${server}/access/auth/principal.ts`,
    [accountSuite],
    ["a closed account's session goes on", "toPrincipal", drop("|| 1 > operand 1"), "073c1ffa05"],
  ),
  ...mutantsOf(
    `${server}/access/auth/api-key.ts`,
    [accountSuite],
    ["a closed account's key goes on", "findKeyPrincipal", drop("|| 1 > operand 2"), "e36d0b6495"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/passwords.ts`,
    [accountSuite],
    ["a closed account is asked for its second step", "signIn", drop("if 3"), "35ca629d87"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/open-session.ts`,
    [accountSuite],
    ["a mailed link signs a closed account in", "isUnchanged", drop("if 2"), "35ca6259f0"],
  ),
  ...mutantsOf(
    `${server}/resources/admin/accounts.ts`,
    [accountSuite],
    ["a deleted account is administered", "isNotDeleted", replace("value", "undefined"), "d1fdc280df"],
    ["a session outlives the closing", "setClosed", drop("if 2"), "32d1659988"],
  ),
  ...mutantsOf(
    `${server}/resources/admin/handlers.ts`,
    [accountSuite],
    ["administrators close their own account", "implement.close", drop("if 1"), "3b01fafccc"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/register.ts`,
    ["tests/api/registration.test.ts"],
    ["anybody registers where nobody may", "requireAllowedEmail", drop("if 1"), "7c062e5e14"],
    ["anybody registers who was not invited", "requireAllowedEmail", drop("if 2"), "fc382d5e14"],
    ["addresses of any domain register", "requireAllowedDomain", drop("if 1"), "d0eab69567"],
  ),
  ...mutantsOf(
    `${server}/resources/admin/mails.ts`,
    [mailSuite],
    ["links of mails are shown", "viewMail", replace("call 3", "$1"), "d1fdc2f760"],
    ["a mail is lost that was not taken", "resendMail", replace("throw 2", "void $1;"), "ff720d5a81"],
  ),
  ...mutantsOf(
    `${server}/platform/mail/outbox-folder.ts`,
    [mailSuite],
    ["any file is a mail", "readMail", drop("if 1"), "f678ca1464"],
  ),
  ...mutantsOf(
    `${server}/resources/admin/queue.ts`,
    ["tests/api/admin-queue.test.ts"],
    ["a run that has ended is stopped", "lockOpenRun", drop("if 2"), "bb210db218"],
  ),
];
