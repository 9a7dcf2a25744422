CREATE TABLE "variables" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"default_value" text DEFAULT '' NOT NULL,
	"secret" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "prompt_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "secret_variables" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "variables" ADD CONSTRAINT "variables_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "variables_name" ON "variables" USING btree ("team_id","name");--> statement-breakpoint
CREATE INDEX "variables_team" ON "variables" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "agents_variables" ON "agents" USING gin ("variable_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "agents_prompt_names" ON "agents" USING gin ("prompt_names") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "apps_variables" ON "apps" USING gin ("variable_ids") WITH (fastupdate=false);