CREATE TABLE "input_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"session_id" text NOT NULL,
	"run_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"assignee_type" text NOT NULL,
	"assignee_id" text,
	"deadline" timestamp with time zone,
	"minutes" integer,
	"on_deadline" text DEFAULT 'end' NOT NULL,
	"pass_to" jsonb,
	"date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "schedule_unit" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "schedule_principal_id" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "schedule_variables" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "schedule_message" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "next_due" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "schedule_paused" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "asks" jsonb;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "asks" jsonb;--> statement-breakpoint
ALTER TABLE "input_requests" ADD CONSTRAINT "input_requests_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "input_requests_team" ON "input_requests" USING btree ("team_id","date","seq","id");--> statement-breakpoint
CREATE INDEX "input_requests_run" ON "input_requests" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "input_requests_session" ON "input_requests" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "input_requests_deadline" ON "input_requests" USING btree ("deadline") WHERE "input_requests"."deadline" is not null;--> statement-breakpoint
CREATE INDEX "apps_due" ON "apps" USING btree ("next_due") WHERE "apps"."next_due" is not null;--> statement-breakpoint
INSERT INTO "input_requests" ("id", "team_id", "session_id", "run_id", "seq", "kind", "assignee_type", "date")
SELECT asks."body"->>'requestId', run."team_id", run."session_id", run."id", asks."seq", asks."body"->>'kind', 'anyone', asks."at"
FROM "runs" run
JOIN "session_events" asks ON asks."session_id" = run."session_id" AND asks."run_id" = run."id" AND asks."kind" = 'input_request' AND asks."superseded_by" IS NULL
WHERE run."status" = 'waiting' AND NOT EXISTS (
	SELECT FROM "session_events" said
	WHERE said."session_id" = asks."session_id" AND said."run_id" = asks."run_id" AND said."kind" = 'input_answer' AND said."body"->>'requestId' = asks."body"->>'requestId'
) ON CONFLICT DO NOTHING;
