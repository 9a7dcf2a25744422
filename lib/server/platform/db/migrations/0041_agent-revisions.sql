CREATE TABLE "agent_revisions" (
	"id" text PRIMARY KEY NOT NULL,
	"agent_id" text NOT NULL,
	"number" integer,
	"definition" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_revisions_number" UNIQUE NULLS NOT DISTINCT("agent_id","number")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_revisions" ADD CONSTRAINT "agent_revisions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "agent_revisions" ("id", "agent_id", "number", "definition", "created_by", "date")
SELECT 'revision_' || substr("id", length('agent_') + 1), "id", 1, jsonb_build_object(
  'name', "name", 'role', "role", 'goal', "goal", 'backstory', "backstory", 'modelId', "model_id",
  'functionModelId', "function_model_id", 'toolIds', to_jsonb("tool_ids"), 'toolRevisions', "tool_revisions",
  'variableIds', to_jsonb("variable_ids"), 'allowDelegation', "allow_delegation", 'maxIterations', "max_iterations",
  'iconId', "icon_id"
), coalesce("updated_by", "created_by"), "date_updated"
FROM "agents";
