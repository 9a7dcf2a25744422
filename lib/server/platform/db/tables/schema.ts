/** Every table, for migrations and drizzle's relational types: one line per resource. */

export * from "./account-events";
export * from "./accounts";
export * from "./agents";
export * from "./api-keys";
export * from "./apps";
export * from "./assets";
export * from "./audit";
export * from "./billing";
export * from "./budgets";
export * from "./datasources";
export * from "./input-requests";
export * from "./invites";
export * from "./models";
export * from "./notifications";
export * from "./rate-limits";
export * from "./realtime";
export * from "./runs";
export * from "./sessions";
export * from "./settings";
export * from "./shares";
export * from "./tasks";
export * from "./teams";
export * from "./tools";
export * from "./usage";
export * from "./variables";
export * from "./vector-dbs";
