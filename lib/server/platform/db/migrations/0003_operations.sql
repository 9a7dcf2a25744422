ALTER TABLE "runs" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "session_days" integer;