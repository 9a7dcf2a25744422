import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { testsets as calls } from "./calls";

/** Bytes and keys of bodies with recorded tool results. */
const largeBody = { maxBytes: 8 * 1024 * 1024, maxKeys: 20_000 } as const;

/** The handlers require the permission to edit the tested agent or app. */
export const testsets = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  revisions: teamRead(anyMember),
  add: { ...teamWrite(anyMember, { adds: "testset" }), ...largeBody, waits: true },
  edit: { ...teamWrite(anyMember, { edits: "testset" }), ...largeBody, waits: true },
  addCases: { ...teamWrite(anyMember, { edits: "testset" }), ...largeBody, waits: true },
  readCases: { ...teamWrite(anyMember, { none: "It stores nothing." }), ...largeBody, waits: true },
  recordCase: teamRead(anyMember),
  estimate: teamWrite(anyMember, { none: "It stores nothing." }),
  run: teamWrite(anyMember, { none: "The evaluation records who started it, and what it tests." }),
  remove: teamWrite(anyMember, { removes: "testset" }),
});
