/** Every table, for migrations and for drizzle's relational types: one line a resource. */

export * from "../accounts/table";
export * from "../agents/table";
export * from "../apikeys/table";
export * from "../apps/table";
export * from "../assets/table";
export * from "../audit/table";
export * from "../billing/table";
export * from "../budgets/table";
export * from "../datasources/table";
export * from "../http/table";
export * from "../inbox/table";
export * from "../invites/table";
export * from "../models/table";
export * from "../notifications/table";
export * from "../realtime/table";
export * from "../runs/table";
export * from "../security/table";
export * from "../sessions/table";
export * from "../shares/table";
export * from "../tasks/table";
export * from "../teams/table";
export * from "../tools/table";
export * from "../usage/table";
export * from "../variables/table";
export * from "../vectordbs/table";
export * from "./table";
