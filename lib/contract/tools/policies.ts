import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { tools as calls } from "./calls";

/** A definition can contain an OpenAPI document, or the schemas of a server's functions. */
const definition = { maxBytes: 4 * 1024 * 1024, maxKeys: 20_000 } as const;
/** A whole document, before its operations are chosen. */
const documentBytes = 8 * 1024 * 1024;

/** A single call of a tool. */
const callsTool = { none: "It calls the tool once and does not change it." } as const;
const testInput = { none: "Saved arguments do not change the tool." } as const;

export const tools = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  revision: teamRead(anyMember),
  recorded: teamRead(Permission.EDIT_TOOL),
  add: { ...teamWrite(Permission.CREATE_TOOL, { adds: "tool" }), waits: true, ...definition },
  edit: { ...teamWrite(Permission.EDIT_TOOL, { edits: "tool" }), waits: true, ...definition },
  duplicate: teamWrite(Permission.CREATE_TOOL, { adds: "tool" }),
  remove: teamWrite(Permission.DELETE_TOOL, { removes: "tool" }),
  test: { ...teamWrite(Permission.EDIT_TOOL, callsTool), waits: true, ...definition },
  tryOut: {
    ...teamWrite(Permission.EDIT_TOOL, { none: "It calls an unsaved tool once and writes nothing." }),
    waits: true,
    ...definition,
  },
  readDocument: { ...teamWrite(Permission.EDIT_TOOL, writesNothing), waits: true, maxBytes: documentBytes },
  discover: { ...teamWrite(Permission.EDIT_TOOL, writesNothing), waits: true },
  compare: { ...teamWrite(Permission.EDIT_TOOL, callsTool), waits: true },
  addInput: teamWrite(Permission.EDIT_TOOL, testInput),
  removeInput: teamWrite(Permission.EDIT_TOOL, testInput),
  applyRevision: { ...teamWrite(Permission.EDIT_TOOL, { edits: "toolOfRevision" }), waits: true },
  removeRevision: teamWrite(Permission.EDIT_TOOL, { edits: "toolOfRevision" }),
});
