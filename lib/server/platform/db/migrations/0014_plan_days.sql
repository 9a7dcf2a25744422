ALTER TABLE "teams" ADD COLUMN "plan_days" integer;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "plan_days_since" timestamp with time zone DEFAULT now() NOT NULL;