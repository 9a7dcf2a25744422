export const sessionStatuses = ["started", "queued", "running", "waiting", "completed", "cancelled", "error"] as const;
