ALTER TABLE "agents" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "updated_by" text;--> statement-breakpoint
CREATE INDEX "sessions_agent" ON "sessions" USING btree ("agent_id","date_updated");