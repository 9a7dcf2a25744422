ALTER TABLE "apps" ADD COLUMN "schedule_timing" jsonb;--> statement-breakpoint
ALTER TABLE "datasources" ADD COLUMN "schedule_timing" jsonb;--> statement-breakpoint
ALTER TABLE "datasources" ADD COLUMN "schedule_from" timestamp with time zone;