/** What a deletion moves to the trash. Models, providers and vector databases are deleted immediately. */
export const trashKinds = ["app", "agent", "task", "tool", "datasource", "variable", "session"] as const;
export type TrashKind = (typeof trashKinds)[number];

/** How long the trash keeps an item. */
export const trashDays = 30;
/** Maximum items that one call deletes when the trash is emptied. */
export const trashBatch = 100;
