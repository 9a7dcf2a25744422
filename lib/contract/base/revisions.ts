import { z } from "zod";
import { minRolloutShare } from "@/lib/constants/limits";
import { revisionNoteMax } from "@/lib/constants/tools";
import { dateTime, gateOverride, idField, readVersion } from "./fields";

export const noteField = z.string().trim().max(revisionNoteMax, `Use up to ${revisionNoteMax} characters.`);

/** A revision of an agent or a process that is, was or can be applied. */
const revisionSchema = z.object({
  _id: z.string(),
  number: z.number(),
  note: z.string(),
  /** The name of the account that applied it or rolled it out. */
  author: z.string().nullable(),
  date: dateTime,
  applied: z.boolean(),
  /** Whether a share of new sessions uses it although another one is applied. */
  rolledOut: z.boolean(),
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

/** A revision that a share of new sessions uses, as its agent or app names it. */
export const rolloutField = z.object({ revision: z.number(), share: z.number() }).nullable();

const shareField = z
  .number("Choose a percentage.")
  .int("Enter a whole number.")
  .min(minRolloutShare, `Enter ${minRolloutShare} or more.`)
  .max(100, "Enter 100 or less.");

const rollout = z.object({
  revision: z.number(),
  /** What applies it to all sessions. */
  revisionId: z.string(),
  /** Percent of new sessions. */
  share: z.number(),
  startedAt: dateTime,
  /** The name of the account that started it. */
  author: z.string().nullable(),
  /** Why it was started although required tests had not passed. */
  override: z.string().nullable(),
});
export type RolloutView = z.output<typeof rollout>;

/** The sessions of a revision since the start of the rollout, without tests. */
const comparedRevision = z.object({
  revision: z.number(),
  sessions: z.number(),
  /** Ratings of answers. */
  good: z.number(),
  bad: z.number(),
  /** Sessions whose last run failed. */
  failed: z.number(),
  /** US dollars per session; null without sessions, or if a price is unknown. */
  costUsd: z.number().nullable(),
});
export type ComparedRevision = z.output<typeof comparedRevision>;

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
    /**
     * Applies the draft; with `revisionId`, the content of an earlier revision as a new one, or the revision that is rolled out
     * under its own number. Ends a rollout.
     */
    body: z.object({ note: noteField.optional(), revisionId: idField.optional(), ...readVersion, ...gateOverride }),
    /** Without a revision, the required tests of the evaluation are still running, and it is applied once they pass. */
    response: z.object({ revision: z.number().optional(), evaluationId: z.string().optional() }),
  },
  removeDraft: {
    response: z.object({}),
  },
  rollout: {
    response: z.object({
      /** Null: none is running. */
      rollout: rollout.nullable(),
      /** The applied revision, then the one that is rolled out. Only sessions that the caller can see. */
      compared: z.array(comparedRevision),
      /** Only the newest sessions were compared. */
      capped: z.boolean(),
    }),
  },
  setRollout: {
    /**
     * Rolls out a revision that is not applied; without `revisionId`, the draft, which becomes the next revision. Changes the share
     * of a rollout that is running.
     */
    body: z.object({
      share: shareField,
      revisionId: idField.optional(),
      /** Of the draft's revision. */
      note: noteField.optional(),
      ...readVersion,
      ...gateOverride,
    }),
    /** Without a revision, the required tests of the evaluation are still running, and it is rolled out once they pass. */
    response: z.object({ revision: z.number().optional(), evaluationId: z.string().optional() }),
  },
  stopRollout: {
    response: z.object({}),
  },
});
