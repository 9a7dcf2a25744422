import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { hookWrite, teamRead, teamWrite } from "../base/policy-presets";
import { webhooks as calls } from "./calls";

const { EDIT_DEPLOYMENT } = Permission;

/** Payloads are what other systems send: only who may edit publications reads them. */
export const webhooks = withPolicies(calls, {
  receive: hookWrite({ none: "Another system sends it, not a member. The publication's log records it." }),
  get: teamRead(EDIT_DEPLOYMENT),
  edit: teamWrite(EDIT_DEPLOYMENT, { edits: "publication" }),
  deliveries: teamRead(EDIT_DEPLOYMENT),
  payload: teamRead(EDIT_DEPLOYMENT),
  resend: teamWrite(EDIT_DEPLOYMENT, { none: "The publication's log records it." }),
  callbacks: teamRead(EDIT_DEPLOYMENT),
  resendCallback: teamWrite(EDIT_DEPLOYMENT, { none: "The list of callbacks shows it." }),
});
