import { countOutbox, outboxFolder } from "../../../../platform/mail/outbox-folder";
import { verifySmtp } from "../../../../platform/mail/smtp";
import { type Check, type Finding, ok, optional, problem } from "./finding";

async function checkServer(url: string): Promise<Finding> {
  const server = new URL(url).host;
  try {
    await verifySmtp(url);
    return ok(`The mail server ${server} accepts connections${new URL(url).username ? " and the credentials" : ""}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(
      `The mail server ${server} can't be used: ${reason}`,
      "Check the host, port, username and password in SMTP_URL, and that this machine can reach the server.",
    );
  }
}

async function checkOutbox(isEnabled: boolean): Promise<Finding> {
  const count = await countOutbox();
  if (count === 0) return ok("The outbox is empty.");
  const found = `${count} unsent ${count === 1 ? "email is" : "emails are"} in ${outboxFolder()}.`;
  const after = isEnabled ? "" : "Set SMTP_URL, then ";
  return optional(
    found,
    `${after}${after ? "list" : "List"} them with npm run admin -- outbox, and send them on the Administration page.`,
  );
}

export const mailCheck: Check = {
  name: "Email",
  remedy: "Make the folder outbox in DATA_DIR readable for the user that Muster runs as.",
  async run({ env: { SMTP_URL } }) {
    const server = SMTP_URL
      ? await checkServer(SMTP_URL)
      : optional(
          "No mail server is configured, so emails are stored in the outbox.",
          "Set SMTP_URL and MAIL_FROM to send emails.",
        );
    return [server, await checkOutbox(SMTP_URL !== undefined)];
  },
};
