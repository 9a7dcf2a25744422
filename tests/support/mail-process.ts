/** A process that works nothing and has a mail under way: so that a test can tell it to end in that moment. */
import { closeAtEnd } from "@/lib/server/close-at-end";
import { sendResetMail } from "@/lib/server/mail/mails";
import { startWork } from "@/lib/server/start";

closeAtEnd(await startWork(false));
await sendResetMail("ada@example.test", "Ada", "mc_token");
process.stdout.write("A mail is under way\n");
