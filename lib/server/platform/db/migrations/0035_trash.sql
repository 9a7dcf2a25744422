CREATE TABLE "trash" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"kind" text NOT NULL,
	"resource_id" text NOT NULL,
	"name" text NOT NULL,
	"created_by" text,
	"sharing_config" jsonb NOT NULL,
	"deleted_by" text NOT NULL,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"date_started" timestamp with time zone,
	"oldest_event" timestamp with time zone,
	"bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trash_references" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trash_references_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trash_id" text NOT NULL,
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	"column_name" text NOT NULL,
	"target_id" text NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trash_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trash_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trash_id" text NOT NULL,
	"table_name" text NOT NULL,
	"row" jsonb NOT NULL,
	"file_key" text
);
--> statement-breakpoint
ALTER TABLE "datasources" ADD COLUMN "date_trashed" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trash" ADD CONSTRAINT "trash_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trash_references" ADD CONSTRAINT "trash_references_trash_id_trash_id_fk" FOREIGN KEY ("trash_id") REFERENCES "public"."trash"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trash_rows" ADD CONSTRAINT "trash_rows_trash_id_trash_id_fk" FOREIGN KEY ("trash_id") REFERENCES "public"."trash"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trash_team" ON "trash" USING btree ("team_id","date","id");--> statement-breakpoint
CREATE INDEX "trash_resource" ON "trash" USING btree ("resource_id");--> statement-breakpoint
CREATE INDEX "trash_expires" ON "trash" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "trash_references_trash" ON "trash_references" USING btree ("trash_id");--> statement-breakpoint
CREATE INDEX "trash_rows_trash" ON "trash_rows" USING btree ("trash_id");--> statement-breakpoint
CREATE INDEX "trash_rows_file" ON "trash_rows" USING btree ("file_key") WHERE "trash_rows"."file_key" is not null;--> statement-breakpoint
CREATE INDEX "trash_rows_visitor" ON "trash_rows" USING btree (("row"->>'account_id')) WHERE "trash_rows"."table_name" = 'share_visitors';