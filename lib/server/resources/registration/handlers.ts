import { registration as contract } from "@/lib/contract/registration/schemas";
import { implement } from "../../access/calls/implement";
import { env } from "../../platform/env/env";
import { isMailEnabled } from "../../platform/mail/mails";

implement(contract, {
  get: () => ({ mode: env().REGISTRATION, emailDomains: env().ALLOWED_EMAIL_DOMAINS, mail: isMailEnabled() }),
});
