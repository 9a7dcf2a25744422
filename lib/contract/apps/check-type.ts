import type { z } from "zod";
import type { Flow } from "./flow";

interface TypedFields {
  type: "chat" | "process";
  agentId?: string | undefined;
  taskIds: string[];
  flow?: Flow | undefined;
  agentIds: string[];
  process: "sequential" | "hierarchical";
  managerModelId?: string | null | undefined;
}

/** The checks specific to the type of app. */
export function checkType(form: TypedFields, issues: z.RefinementCtx): void {
  const { type, agentId, taskIds, flow, agentIds, process, managerModelId } = form;
  const addMissing = (path: string, message: string) => issues.addIssue({ code: "custom", path: [path], message });
  if (type === "chat" && !agentId) addMissing("agentId", "Choose an agent.");
  if (type !== "process") return;
  if ((flow?.steps ?? taskIds).length === 0) addMissing("taskIds", "Add at least one task.");
  if (process !== "hierarchical") return;
  if (!managerModelId) addMissing("managerModelId", "Choose a manager model.");
  if (agentIds.length === 0) addMissing("agentIds", "Choose at least one agent to delegate to.");
}
