CREATE TABLE "app_revisions" (
	"id" text PRIMARY KEY NOT NULL,
	"app_id" text NOT NULL,
	"number" integer,
	"definition" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_revisions_number" UNIQUE NULLS NOT DISTINCT("app_id","number")
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "app_revisions" ADD CONSTRAINT "app_revisions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "apps" SET "revision" = 1 WHERE "type" = 'process';--> statement-breakpoint
INSERT INTO "app_revisions" ("id", "app_id", "number", "definition", "created_by", "date")
SELECT 'apprevision_' || substr("id", length('app_') + 1), "id", 1, jsonb_build_object(
  'process', coalesce("process_config"->'process', '"sequential"'), 'fullOutput', coalesce("process_config"->'fullOutput', 'false'),
  'managerModelId', "manager_model_id", 'taskIds', to_jsonb("task_ids"), 'after', coalesce("process_config"->'after', '{}'),
  'agentIds', to_jsonb("agent_ids"), 'variableIds', to_jsonb("variable_ids")
), coalesce("updated_by", "created_by"), "date_updated"
FROM "apps" WHERE "type" = 'process';--> statement-breakpoint
UPDATE "trash_rows" SET "row" = "row" || '{"revision": 1}' WHERE "table_name" = 'apps' AND "row"->>'type' = 'process';--> statement-breakpoint
-- The rows of an item are inserted again in descending order: a revision after its app.
INSERT INTO "trash_rows" ("id", "trash_id", "table_name", "row") OVERRIDING SYSTEM VALUE
SELECT -"id", "trash_id", 'app_revisions', jsonb_build_object(
  'id', 'apprevision_' || substr("row"->>'id', length('app_') + 1), 'app_id', "row"->'id', 'number', 1, 'note', '',
  'created_by', coalesce("row"->>'updated_by', "row"->>'created_by'), 'date', "row"->'date_updated',
  'definition', jsonb_build_object(
    'process', coalesce(nullif("row"->'process_config', 'null')->'process', '"sequential"'),
    'fullOutput', coalesce(nullif("row"->'process_config', 'null')->'fullOutput', 'false'),
    'managerModelId', "row"->'manager_model_id', 'taskIds', "row"->'task_ids',
    'after', coalesce(nullif("row"->'process_config', 'null')->'after', '{}'),
    'agentIds', "row"->'agent_ids', 'variableIds', "row"->'variable_ids'
  ))
FROM "trash_rows" WHERE "table_name" = 'apps' AND "row"->>'type' = 'process';--> statement-breakpoint
UPDATE "agent_revisions" SET "id" = 'agentrevision_' || substr("id", length('revision_') + 1) WHERE "id" LIKE 'revision\_%';--> statement-breakpoint
UPDATE "trash_rows" SET "row" = jsonb_set("row", '{id}', to_jsonb('agentrevision_' || substr("row"->>'id', length('revision_') + 1)))
WHERE "table_name" = 'agent_revisions' AND "row"->>'id' LIKE 'revision\_%';--> statement-breakpoint
-- Agents that were in the trash when the others got their first revision.
INSERT INTO "agent_revisions" ("id", "agent_id", "number", "definition", "created_by", "date")
SELECT 'agentrevision_' || substr("id", length('agent_') + 1), "id", "revision", jsonb_build_object(
  'name', "name", 'role', "role", 'goal', "goal", 'backstory', "backstory", 'modelId', "model_id",
  'functionModelId', "function_model_id", 'toolIds', to_jsonb("tool_ids"), 'toolRevisions', "tool_revisions",
  'variableIds', to_jsonb("variable_ids"), 'allowDelegation', "allow_delegation", 'maxIterations', "max_iterations",
  'iconId', "icon_id"
), coalesce("updated_by", "created_by"), "date_updated"
FROM "agents" WHERE NOT EXISTS (
  SELECT FROM "agent_revisions" stored WHERE stored."agent_id" = "agents"."id" AND stored."number" = "agents"."revision"
);--> statement-breakpoint
INSERT INTO "trash_rows" ("id", "trash_id", "table_name", "row") OVERRIDING SYSTEM VALUE
SELECT -"id", "trash_id", 'agent_revisions', jsonb_build_object(
  'id', 'agentrevision_' || substr("row"->>'id', length('agent_') + 1), 'agent_id', "row"->'id', 'number', 1, 'note', '',
  'created_by', coalesce("row"->>'updated_by', "row"->>'created_by'), 'date', "row"->'date_updated',
  'definition', jsonb_build_object(
    'name', "row"->'name', 'role', "row"->'role', 'goal', "row"->'goal', 'backstory', "row"->'backstory',
    'modelId', "row"->'model_id', 'functionModelId', "row"->'function_model_id', 'toolIds', "row"->'tool_ids',
    'toolRevisions', "row"->'tool_revisions', 'variableIds', "row"->'variable_ids',
    'allowDelegation', "row"->'allow_delegation', 'maxIterations', "row"->'max_iterations', 'iconId', "row"->'icon_id'
  ))
FROM "trash_rows" WHERE "table_name" = 'agents' AND NOT "row" ? 'revision';
