ALTER TABLE "agents" ADD COLUMN "rollout" jsonb;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "rollout" jsonb;