ALTER TABLE "model_calls" ADD COLUMN "agent_id" text;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "agent_revision" integer;