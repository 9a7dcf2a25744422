import type { AppDefinition } from "@/lib/contract/apps/definition";
import { apps } from "./apps";
import { defineRevisionTable } from "./revision-table";

/** Of processes. What a chat app answers is decided by its agent's revisions. */
export const appRevisions = defineRevisionTable<AppDefinition>()("app_revisions", "app_id", () => apps.id);
