import { registration as contract } from "@/lib/contract/registration";
import { env } from "../env";
import { implement } from "../http/implement";
import { mailIsOn } from "../mail/mails";

implement(contract, {
  get: () => ({ mode: env().REGISTRATION, emailDomains: env().ALLOWED_EMAIL_DOMAINS, mail: mailIsOn() }),
});
