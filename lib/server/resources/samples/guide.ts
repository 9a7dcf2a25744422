import { guideName } from "@/lib/constants/demo";
import type { Fetched } from "../../engine/knowledge/pipeline/work/documents";
import { readText, toDocument } from "./documents";

const filename = "muster-guide.md";

/** Reads the guide to Muster, one section per question. */
export const readGuide = async (): Promise<Fetched> => toDocument(filename, guideName, await readText(filename));

export const guideSource = {
  name: guideName,
  description:
    "Answers questions about Muster: apps, agents, tasks, tools, documents, approvals, sharing, permissions, budgets, models and API keys.",
};
