import { composeMail, type Mail, sanitizeAddress, sanitizeName, sanitizeText } from "./compose";

export interface Recipient {
  email: string;
  name: string;
  /** The link's token. */
  token: string;
  /** APP_URL: links are never derived from a request. */
  appUrl: string;
}

const linkTo = (page: "verify" | "changepassword", { appUrl, token }: Recipient): string =>
  `${appUrl}/${page}?token=${encodeURIComponent(token)}`;

const IGNORE = "If this wasn't you, you can ignore this email.";

export const verifyMail = (to: Recipient): Mail =>
  composeMail({
    to,
    subject: "Confirm your email address",
    paragraphs: ["Someone, most likely you, registered on Muster with this email address. Confirm it to continue."],
    action: "Confirm email address",
    link: linkTo("verify", to),
    note: `The link works once and expires in 24 hours. ${IGNORE}`,
  });

export const resetMail = (to: Recipient): Mail =>
  composeMail({
    to,
    subject: "Choose a new password",
    paragraphs: ["Someone, most likely you, requested a new password for your Muster account."],
    action: "Choose a new password",
    link: linkTo("changepassword", to),
    note: `The link works once and expires in one hour. ${IGNORE}`,
  });

/** For the owner of an account whose address was used to register again. */
export const knownEmailMail = (to: Recipient): Mail =>
  composeMail({
    to,
    subject: "You already have an account on Muster",
    paragraphs: [
      "Someone tried to register on Muster with your email address. You already have an account, so no new one was created.",
      "If it was you, sign in as usual. If you don't remember your password, choose a new one.",
    ],
    action: "Choose a new password",
    link: linkTo("changepassword", to),
    note: `The link works once and expires in one hour. ${IGNORE}`,
  });

export interface Invitation {
  inviter: string;
  /** The team's or the organization's name. */
  place: string;
}

export function inviteMail(to: Recipient, { inviter, place }: Invitation): Mail {
  const invited = `${sanitizeName(inviter)} invited you to ${sanitizeName(place)}`;
  return composeMail({
    to,
    subject: `${invited} on Muster`,
    paragraphs: [`${invited} on Muster, where teams build and run AI agents.`],
    action: "Accept invitation",
    link: linkTo("verify", to),
    note: "The link works once and expires in 7 days. If you don't know the sender, ignore this email.",
  });
}

/** A plan change, for the organization's owner. */
export interface BillingNotice {
  subject: string;
  org: string;
  /** The sentences, with the escaped organization name. */
  say: (org: string) => string[];
  /** The path of its billing page. */
  link: string;
}

export const billingMail = (to: Omit<Recipient, "token">, { subject, org, say, link }: BillingNotice): Mail =>
  composeMail({
    to,
    subject,
    paragraphs: say(sanitizeName(org)),
    action: "Open billing",
    link: `${to.appUrl}${link}`,
    note: "You received this email because you own the organization.",
  });

/** To an account's new address: the change must be confirmed there and at the current address. */
export const newEmailMail = (to: Recipient): Mail =>
  composeMail({
    to,
    subject: "Confirm your new email address",
    paragraphs: [
      "Someone, most likely you, wants to use this email address for their Muster account.",
      "The change takes effect once both this address and the current one are confirmed.",
    ],
    action: "Confirm new address",
    link: linkTo("verify", to),
    note: `The link works once and expires in 24 hours. ${IGNORE}`,
  });

/** To an account's current address when a change of address was requested. */
export const oldEmailMail = (to: Recipient, newEmail: string): Mail =>
  composeMail({
    to,
    subject: "Your Muster email address is about to change",
    paragraphs: [
      `Someone signed in to your account wants to change its email address to ${sanitizeAddress(newEmail)}.`,
      "Confirm or cancel the change. It takes effect only once both addresses are confirmed.",
    ],
    action: "Confirm or cancel change",
    link: linkTo("verify", to),
    note: "The link expires in 24 hours. If this wasn't you, cancel the change and choose a new password.",
  });

/** To an address that already has an account, when another account requested it. */
export const emailInUseMail = (to: Omit<Recipient, "token">): Mail =>
  composeMail({
    to,
    subject: "You already have an account on Muster",
    paragraphs: [
      "Someone tried to use this email address for their Muster account. It belongs to your account, so nothing was changed.",
    ],
    action: "Open Muster",
    link: to.appUrl,
    note: IGNORE,
  });

export interface SecurityNotice {
  title: string;
  /** The consequence, or an empty string. */
  what: string;
  device: string;
  address: string;
}

export const securityMail = (to: Omit<Recipient, "token">, { title, what, device, address }: SecurityNotice): Mail =>
  composeMail({
    to,
    subject: `${title} on Muster`,
    paragraphs: [
      `New activity on your Muster account: ${title}. ${sanitizeText(what)}`.trim(),
      `Device: ${sanitizeName(device)}, IP address: ${sanitizeAddress(address)}.`,
    ],
    action: "Not you? Choose a new password",
    link: `${to.appUrl}/requestchangepassword`,
    note: "If this was you, no action is needed.",
  });

/** To someone whose input a run of an app waits for. The request itself is only shown behind the link. */
export const inputRequestMail = (to: Omit<Recipient, "token">, app: string, path: string): Mail =>
  composeMail({
    to,
    subject: `${sanitizeName(app)} is waiting for your response`,
    paragraphs: [`The app ${sanitizeName(app)} on Muster is waiting for your response.`],
    action: "Open request",
    link: `${to.appUrl}${path}`,
    note: "Sign in to respond. To stop these emails, turn off notifications for waiting runs in your account.",
  });

/** To the owner of a deleted account. */
export const deletedMail = (to: Omit<Recipient, "token">): Mail =>
  composeMail({
    to,
    subject: "Your Muster account was deleted",
    paragraphs: [
      "Your Muster account was deleted, along with the organizations where you were the only member. Anything you created in other teams stays there.",
    ],
    action: "Open Muster",
    link: to.appUrl,
    note: "If this wasn't you, contact the server administrator.",
  });
