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
ALTER TABLE "tools" DROP COLUMN "definition";