CREATE TABLE "tool_inputs" (
	"id" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL,
	"name" text NOT NULL,
	"operation" text,
	"args" jsonb NOT NULL,
	"created_by" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_revisions" (
	"id" text PRIMARY KEY NOT NULL,
	"tool_id" text NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"prepared" jsonb,
	"note" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"state_message" text,
	"created_by" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "revision_id" text;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "last_revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "variable_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tool_inputs" ADD CONSTRAINT "tool_inputs_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_revisions" ADD CONSTRAINT "tool_revisions_tool_id_tools_id_fk" FOREIGN KEY ("tool_id") REFERENCES "public"."tools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_inputs_tool" ON "tool_inputs" USING btree ("tool_id","date");--> statement-breakpoint
CREATE UNIQUE INDEX "tool_revisions_number" ON "tool_revisions" USING btree ("tool_id","number");--> statement-breakpoint
CREATE INDEX "session_events_tool" ON "session_events" USING btree (("body"->>'toolId'),"at") WHERE "session_events"."kind" = 'tool_call' and "session_events"."body"->>'toolId' is not null;--> statement-breakpoint
-- What each tool is defined as becomes its first revision, which is applied.
UPDATE "tools" SET
	"revision_id" = 'revision_' || substr("id", 6, 10) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16),
	"summary" = CASE "definition"->'retriever'->>'type'
		WHEN 'multi_query' THEN 'In other words too'
		WHEN 'self_query' THEN 'With conditions from the question'
		WHEN 'time_weighted' THEN 'Newer ones first'
		ELSE 'As asked' END || ', ' || coalesce("definition"->'retriever'->>'k', '5') || ' passages at most';--> statement-breakpoint
INSERT INTO "tool_revisions" ("id", "tool_id", "number", "definition", "state", "state_message", "created_by", "date")
	SELECT "revision_id", "id", 1, "definition", "state", "state_message", "created_by", "date_created" FROM "tools";--> statement-breakpoint
ALTER TABLE "tools" ALTER COLUMN "revision_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tools" DROP COLUMN "definition";--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"description" text NOT NULL,
	"expected_output" text NOT NULL,
	"agent_id" text,
	"tool_ids" text[] DEFAULT '{}' NOT NULL,
	"context_task_ids" text[] DEFAULT '{}' NOT NULL,
	"requires_human_input" boolean DEFAULT false NOT NULL,
	"form_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"structured_output" jsonb,
	"store_task_output" boolean DEFAULT false NOT NULL,
	"task_output_file_name" text,
	"output_variable_id" text,
	"display_only_final_output" boolean DEFAULT false NOT NULL,
	"prompt_names" text[] DEFAULT '{}' NOT NULL,
	"variable_ids" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "task_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "agent_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "manager_model_id" text;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "process_config" jsonb;--> statement-breakpoint
ALTER TABLE "partial_messages" ADD COLUMN "task_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_output_variable_id_variables_id_fk" FOREIGN KEY ("output_variable_id") REFERENCES "public"."variables"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_team" ON "tasks" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "tasks_agent" ON "tasks" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "tasks_output_variable" ON "tasks" USING btree ("output_variable_id");--> statement-breakpoint
CREATE INDEX "tasks_variables" ON "tasks" USING gin ("variable_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tasks_prompt_names" ON "tasks" USING gin ("prompt_names") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_manager_model_id_models_id_fk" FOREIGN KEY ("manager_model_id") REFERENCES "public"."models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apps_manager_model" ON "apps" USING btree ("manager_model_id");--> statement-breakpoint
CREATE INDEX "apps_tasks" ON "apps" USING gin ("task_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "apps_agents" ON "apps" USING gin ("agent_ids") WITH (fastupdate=false);