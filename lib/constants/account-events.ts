/** Security events of an account, with the texts for its page, notifications and mails. */
export const accountEvents = {
  signed_in: "Signed in",
  new_place: "Signed in from a new location",
  password_changed: "Password changed",
  password_set: "Password set",
  email_confirmed: "Email address confirmed",
  email_asked: "Email address change requested",
  email_stopped: "Email address change canceled",
  email_changed: "Email address changed",
  two_factor_on: "Two-factor authentication turned on",
  two_factor_off: "Two-factor authentication turned off",
  recovery_code_used: "Recovery code used",
  recovery_codes_renewed: "New recovery codes created",
  linked: "Account linked",
  unlinked: "Account unlinked",
  sessions_ended: "Other devices signed out",
  key_created: "API key created",
  key_rotated: "API key rotated",
  keys_revoked: "API keys revoked",
  exported: "Data exported",
} as const;

export type AccountEvent = keyof typeof accountEvents;
export const accountEventKinds = Object.keys(accountEvents) as [AccountEvent, ...AccountEvent[]];
