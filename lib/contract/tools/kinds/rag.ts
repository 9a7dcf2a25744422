import { z } from "zod";
import { retrieverForm } from "../../datasources/retrieval";

/** Searches one of the team's datasources for passages. */
export const ragDefinition = z.object({
  datasourceId: z.string("Choose a data source.").min(1, "Choose a data source.").max(100),
  retriever: retrieverForm.prefault({}),
});
export type RagDefinition = z.output<typeof ragDefinition>;
