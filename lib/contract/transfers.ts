import { z } from "zod";
import { importMost } from "@/lib/constants/limits";
import { transfers as calls } from "./calls/transfers";
import { defineShapes, withShapes } from "./endpoint";

/**
 * What becomes of a part: it is made, under another name where its own is taken; it changes the one that the team has; its
 * definition becomes a revision of that one which is not applied; the team's own is taken as it is; it is left out.
 */
export const partActions = ["new", "replace", "revision", "use", "leave"] as const;
export type PartAction = (typeof partActions)[number];

/** Parts and needs by their kind and name, as `tool:Doubler`. */
const key = z.string().max(250);
const sent = {
  text: z
    .string("Give the file's text.")
    .min(1, "Give the file's text.")
    .max(importMost, `Use at most ${importMost.toLocaleString("en")} characters.`),
  choices: z.record(key, z.enum(partActions)).default({}),
  /** For each need an id of the team's, `add` for a variable that is to be made, or `none`. */
  mapping: z.record(key, z.string().max(100)).default({}),
  /** The app goes on by itself, as whoever imports it. */
  schedule: z.boolean().default(false),
};

const part = z.object({
  key: z.string(),
  kind: z.enum(["app", "agent", "task", "tool"]),
  name: z.string(),
  /** What it is called afterwards. */
  as: z.string(),
  /** Beside the one of its name that the team has. */
  status: z.enum(["new", "same", "changed"]),
  action: z.enum(partActions),
  actions: z.array(z.enum(partActions)),
  /** The team's own as YAML, where there is one. */
  before: z.string().nullable(),
  after: z.string(),
  /** The team's own. */
  _id: z.string().nullable(),
});
export type PreviewPart = z.output<typeof part>;

const need = z.object({
  key: z.string(),
  kind: z.enum(["model", "datasource", "variable", "person"]),
  name: z.string(),
  /** What else the file says of it. */
  detail: z.string(),
  usedBy: z.array(z.string()),
  chosen: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type PreviewNeed = z.output<typeof need>;

const todo = z.object({ message: z.string(), href: z.string().nullable() });
export type ImportTodo = z.output<typeof todo>;

export const previewSchema = z.object({
  /** Of the file, the choices and what they meet: an import of another one is refused. */
  fingerprint: z.string(),
  app: z.string(),
  parts: z.array(part),
  needs: z.array(need),
  /** How often the file's app runs by itself. */
  schedule: z.string().nullable(),
  /** Why it cannot be imported so. */
  problems: z.array(z.string()),
  /** What is left to do by hand. */
  todo: z.array(todo),
  /** False: all is there already. */
  changes: z.boolean(),
});
export type ImportPreview = z.output<typeof previewSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  export: {},
  preview: { body: z.object(sent), response: z.object({ preview: previewSchema }) },
  import: {
    body: z.object({ ...sent, fingerprint: z.string().max(100) }),
    response: z.object({ _id: z.string(), todo: z.array(todo) }),
  },
});

export const transfers = withShapes(calls, shapes);
