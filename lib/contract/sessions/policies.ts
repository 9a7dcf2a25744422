import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite, visitorRead, visitorWrite } from "../base/policy-presets";
import { sessions as calls } from "./calls";

const inSession = { none: "Session activity is recorded in the session's own log." } as const;

export const sessions = withPolicies(calls, {
  list: teamRead(anyMember),
  get: { ...teamRead(anyMember), visitors: visitorRead },
  messages: { ...teamRead(anyMember), visitors: visitorRead },
  versions: { ...teamRead(anyMember), visitors: visitorRead },
  log: teamRead(anyMember),
  events: { ...teamRead(anyMember), visitors: visitorRead },
  add: { ...teamWrite(anyMember, inSession), visitors: { ...visitorWrite, link: "body" } },
  edit: { ...teamWrite(anyMember, inSession), visitors: visitorWrite },
  start: { ...teamWrite(anyMember, inSession), visitors: { ...visitorWrite, idempotent: true } },
  cancel: { ...teamWrite(anyMember, inSession), visitors: visitorWrite, whenFull: true },
  feedback: { ...teamWrite(anyMember, inSession), visitors: visitorWrite },
  addFile: {
    ...teamWrite(anyMember, inSession),
    visitors: {
      ...visitorWrite,
      rateLimits: { ...visitorWrite.rateLimits, visitor: ["writes", "visitorFiles"], link: ["linkFiles"] },
    },
  },
  file: { ...teamRead(anyMember), visitors: visitorRead },
  remove: teamWrite(anyMember, { removes: "session" }),
});
