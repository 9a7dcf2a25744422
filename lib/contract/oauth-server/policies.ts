import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountWrite, anyMember, oauthWrite, publicRead, teamRead, teamWrite } from "../base/policy-presets";
import { oauthServer as calls } from "./calls";

export const oauthServer = withPolicies(calls, {
  resource: publicRead,
  metadata: publicRead,
  register: {
    ...oauthWrite({ none: "A client has access to nothing until a person allows it." }),
    rateLimits: { strangers: ["strangers"], address: "registrations" },
    maxBytes: 8 * 1024,
  },
  token: { ...oauthWrite({ none: "The entry of the authorization lists the client." }), ownBody: true },
  revoke: { ...oauthWrite({ none: "The client gives up its own access." }), ownBody: true, whenFull: true },
  request: {
    ...accountWrite(writesNothing),
    rateLimits: { strangers: [], caller: "consents" },
    waits: true,
  },
  authorize: { ...teamWrite(anyMember, { edits: "publication" }), apiKeys: false, waits: true },
  grants: teamRead(anyMember),
  revokeGrant: teamWrite(Permission.EDIT_DEPLOYMENT, { edits: "publication" }),
});
