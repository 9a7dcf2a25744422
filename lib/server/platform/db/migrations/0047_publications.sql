CREATE TABLE "publication_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"publication_id" text NOT NULL,
	"key_id" text,
	"way" text NOT NULL,
	"status" text NOT NULL,
	"http_status" integer,
	"latency_ms" integer,
	"cost_usd" double precision,
	"session_id" text,
	"run_id" text,
	"error" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publication_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"publication_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_by" text,
	"rate" integer,
	"concurrency" integer,
	"max_bytes" integer,
	"last_used" timestamp with time zone,
	"expires" timestamp with time zone,
	"revoked" timestamp with time zone,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"app_id" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"ways" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"webhook_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer,
	"revision_of" text,
	"principal_id" text NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"rate" integer NOT NULL,
	"concurrency" integer NOT NULL,
	"max_bytes" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "publication_key_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "publication_keys" ADD CONSTRAINT "publication_keys_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publication_calls_publication" ON "publication_calls" USING btree ("publication_id","at","id");--> statement-breakpoint
CREATE INDEX "publication_calls_run" ON "publication_calls" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "publication_calls_at" ON "publication_calls" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_keys_hash" ON "publication_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "publication_keys_publication" ON "publication_keys" USING btree ("publication_id","date_created");--> statement-breakpoint
CREATE INDEX "publications_team" ON "publications" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "publications_app" ON "publications" USING btree ("app_id");--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_publication_key_id_publication_keys_id_fk" FOREIGN KEY ("publication_key_id") REFERENCES "public"."publication_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_publication" ON "budgets" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "budgets_publication_key" ON "budgets" USING btree ("publication_key_id");--> statement-breakpoint
CREATE INDEX "sessions_publication" ON "sessions" USING btree ("publication_id","date_created") WHERE "sessions"."publication_id" is not null;