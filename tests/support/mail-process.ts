/** A process that works nothing and has a mail under way: so that a test can tell it to end in that moment. */

import { startWork } from "@/lib/server/main/start";
import { onShutdown } from "@/lib/server/platform/lifecycle/on-shutdown";
import { sendResetMail } from "@/lib/server/platform/mail/mails";

onShutdown(await startWork(false));
await sendResetMail("ada@example.test", "Ada", "mc_token");
process.stdout.write("A mail is under way\n");
