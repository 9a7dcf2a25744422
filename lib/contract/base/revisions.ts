import { z } from "zod";
import { revisionNoteMax } from "@/lib/constants/tools";
import { dateTime, gateOverride, idField, readVersion } from "./fields";

export const noteField = z.string().trim().max(revisionNoteMax, `Use up to ${revisionNoteMax} characters.`);

/** An applied revision of an agent or a process. */
const revisionSchema = z.object({
  _id: z.string(),
  number: z.number(),
  note: z.string(),
  /** The name of the account that applied it. */
  author: z.string().nullable(),
  date: dateTime,
  applied: z.boolean(),
});
export type NumberedRevision = z.output<typeof revisionSchema>;

export const draftOf = <D extends z.ZodType>(definition: D) =>
  z.object({ definition, author: z.string().nullable(), date: dateTime });

/** The names of what definitions refer to, by ID. */
const names = z.record(z.string(), z.string());

/** In the body of an edit. */
export const draftFields = {
  /** True: saves the draft, and applies nothing. False: discards the draft. Default: keeps it. */
  draft: z.boolean().optional(),
  /** Of the applied revision. */
  note: noteField.optional(),
  ...gateOverride,
};

/** The shapes of the calls about revisions, besides the edit. */
export const revisionShapes = <D extends z.ZodType, More extends z.ZodRawShape>(definition: D, more: More) => ({
  revisions: {
    response: z.object({
      /** Newest first. */
      revisions: z.array(revisionSchema),
      /** Of what is applied and of the draft. */
      names,
      ...more,
    }),
  },
  revision: {
    response: z.object({ revision: revisionSchema.extend({ definition }), names }),
  },
  apply: {
    /** Applies the draft; with `revisionId`, the content of an earlier revision as a new one. */
    body: z.object({ note: noteField.optional(), revisionId: idField.optional(), ...readVersion, ...gateOverride }),
    /** Without a revision, the required tests of the evaluation are still running, and it is applied once they pass. */
    response: z.object({ revision: z.number().optional(), evaluationId: z.string().optional() }),
  },
  removeDraft: {
    response: z.object({}),
  },
});
