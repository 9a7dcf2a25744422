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