CREATE TABLE "evaluation_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"evaluation_id" text NOT NULL,
	"case_id" text NOT NULL,
	"position" integer NOT NULL,
	"number" integer NOT NULL,
	"case_hash" text NOT NULL,
	"session_id" text,
	"restarts" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"reason" text,
	"checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"answer" text,
	"cost_usd" double precision,
	"input_tokens" integer,
	"output_tokens" integer,
	"duration_ms" integer,
	"correct" boolean,
	"labeled_by" text,
	"date_ended" timestamp with time zone,
	CONSTRAINT "evaluation_attempts_number" UNIQUE("evaluation_id","position","number")
);
--> statement-breakpoint
CREATE TABLE "evaluations" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"test_set_id" text NOT NULL,
	"test_set_revision" integer NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"subject" jsonb NOT NULL,
	"session" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"repeat" integer NOT NULL,
	"max_cost" double precision,
	"estimated_cost" double precision,
	"pending_apply" jsonb,
	"created_by" text NOT NULL,
	"key_id" text,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_ended" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "test_set_revisions" (
	"test_set_id" text NOT NULL,
	"number" integer NOT NULL,
	"cases" jsonb NOT NULL,
	"created_by" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_set_revisions_test_set_id_number_pk" PRIMARY KEY("test_set_id","number")
);
--> statement-breakpoint
CREATE TABLE "test_sets" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"agent_id" text,
	"app_id" text,
	"required" boolean DEFAULT false NOT NULL,
	"repeat" integer DEFAULT 3 NOT NULL,
	"judge_model_id" text,
	"min_agreement" double precision DEFAULT 0.8 NOT NULL,
	"live_tool_ids" text[] DEFAULT '{}' NOT NULL,
	"cases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "override" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "override" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "override" text;--> statement-breakpoint
ALTER TABLE "message_feedback" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "message_feedback" ADD COLUMN "agent_id" text;--> statement-breakpoint
ALTER TABLE "message_feedback" ADD COLUMN "agent_revision" integer;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "override" text;--> statement-breakpoint
ALTER TABLE "evaluation_attempts" ADD CONSTRAINT "evaluation_attempts_evaluation_id_evaluations_id_fk" FOREIGN KEY ("evaluation_id") REFERENCES "public"."evaluations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluations" ADD CONSTRAINT "evaluations_test_set_id_test_sets_id_fk" FOREIGN KEY ("test_set_id") REFERENCES "public"."test_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_set_revisions" ADD CONSTRAINT "test_set_revisions_test_set_id_test_sets_id_fk" FOREIGN KEY ("test_set_id") REFERENCES "public"."test_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_sets" ADD CONSTRAINT "test_sets_judge_model_id_models_id_fk" FOREIGN KEY ("judge_model_id") REFERENCES "public"."models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evaluation_attempts_session" ON "evaluation_attempts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "evaluations_set" ON "evaluations" USING btree ("test_set_id","date_created","id");--> statement-breakpoint
CREATE INDEX "evaluations_fingerprint" ON "evaluations" USING btree ("test_set_id","fingerprint");--> statement-breakpoint
CREATE INDEX "evaluations_running" ON "evaluations" USING btree ("lease_until") WHERE "evaluations"."status" = 'running';--> statement-breakpoint
CREATE INDEX "test_sets_team" ON "test_sets" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "test_sets_agent" ON "test_sets" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "test_sets_app" ON "test_sets" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "test_sets_judge" ON "test_sets" USING btree ("judge_model_id");--> statement-breakpoint
CREATE INDEX "test_sets_live_tools" ON "test_sets" USING gin ("live_tool_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "message_feedback_team" ON "message_feedback" USING btree ("team_id","at");--> statement-breakpoint
UPDATE "message_feedback" f SET "team_id" = s."team_id", "agent_id" = e."body"->>'authorId',
  "agent_revision" = (e."body"->>'agentRevision')::int
FROM "session_events" e JOIN "sessions" s ON s."id" = e."session_id"
WHERE e."session_id" = f."session_id" AND e."message_id" = f."message_id";