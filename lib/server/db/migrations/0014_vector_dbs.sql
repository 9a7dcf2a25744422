CREATE TABLE "vector_dbs" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"url" text NOT NULL,
	"api_key" text
);
--> statement-breakpoint
ALTER TABLE "vector_dbs" ADD CONSTRAINT "vector_dbs_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vector_dbs_team" ON "vector_dbs" USING btree ("team_id","date_created","id");