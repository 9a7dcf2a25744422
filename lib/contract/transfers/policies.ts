import { maxImportBytes } from "@/lib/constants/limits";
import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { transfers as calls } from "./calls";

/** The file's text as a JSON string, and the choices for each part. */
const importedFile = { maxBytes: maxImportBytes, maxKeys: 5_000 } as const;

const checklist = { none: "The checklist after an import is no part of the app." } as const;

export const transfers = withPolicies(calls, {
  export: teamRead(anyMember),
  exportReport: teamRead(anyMember),
  preview: { ...teamWrite(Permission.CREATE_APP, writesNothing), waits: true, ...importedFile },
  import: {
    ...teamWrite(Permission.CREATE_APP, {
      none: "Each part that it creates or changes has its own entry, by `createPartAudit`.",
    }),
    waits: true,
    ...importedFile,
  },
  steps: teamRead(anyMember),
  tickStep: teamWrite(Permission.EDIT_APP, checklist),
  dismissSteps: teamWrite(Permission.EDIT_APP, checklist),
});
