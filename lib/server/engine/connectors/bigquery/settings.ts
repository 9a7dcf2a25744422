import { z } from "zod";
import { numberField, secretField, textField } from "../shared/fields";

const name = (words: { title: string; description: string }, pattern: RegExp) =>
  textField(words)
    .refine((text) => pattern.test(text), `This is not the name of a ${words.title}.`)
    .optional();

export const bigquerySettings = z.object({
  credentials: secretField(
    {
      title: "service account",
      description: "The whole JSON key file. The account needs the roles BigQuery Data Viewer and BigQuery Job User.",
    },
    { lines: true },
  ),
  project: name(
    { title: "project", description: "Where queries run and are paid. Empty: the service account's own." },
    /^[a-z][a-z0-9.:-]{2,120}$/,
  ),
  dataset: name(
    { title: "dataset", description: "Only its tables are offered. Empty: those of all datasets." },
    /^[\w-]{1,1024}$/,
  ),
  maxGigabytes: numberField(
    {
      title: "Most gigabytes a query",
      description:
        "BigQuery charges by what a query reads. One that would read more is refused before it costs anything.",
    },
    { min: 1, max: 100_000, defaultValue: 10 },
  ),
});

export type BigquerySettings = z.output<typeof bigquerySettings>;
