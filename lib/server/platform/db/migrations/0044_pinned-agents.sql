ALTER TABLE "apps" ADD COLUMN "agent_revisions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "app_revisions" SET "definition" = "definition" || '{"agentRevisions": {}}';--> statement-breakpoint
UPDATE "trash_rows" SET "row" = jsonb_set("row", '{definition,agentRevisions}', '{}') WHERE "table_name" = 'app_revisions';
