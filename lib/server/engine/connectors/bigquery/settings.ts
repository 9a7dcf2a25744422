import { z } from "zod";
import { numberField, secretField, textField } from "../shared/fields";

const name = (words: { title: string; description: string }, pattern: RegExp) =>
  textField(words)
    .refine((text) => pattern.test(text), `This isn't a valid ${words.title} name.`)
    .optional();

export const bigquerySettings = z.object({
  credentials: secretField(
    {
      title: "service account",
      description: "The full JSON key file. The account needs the BigQuery Data Viewer and BigQuery Job User roles.",
    },
    { lines: true },
  ),
  project: name(
    {
      title: "project",
      description: "The project that queries run in and are billed to. Defaults to the service account's project.",
    },
    /^[a-z][a-z0-9.:-]{2,120}$/,
  ),
  dataset: name(
    { title: "dataset", description: "Limits the tables to this dataset. Leave empty to include all datasets." },
    /^[\w-]{1,1024}$/,
  ),
  maxGigabytes: numberField(
    {
      title: "Max gigabytes per query",
      description:
        "BigQuery charges for the data that a query reads. Queries that would exceed this limit are rejected before they incur costs.",
    },
    { min: 1, max: 100_000, defaultValue: 10 },
  ),
});

export type BigquerySettings = z.output<typeof bigquerySettings>;
