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
	"webhook" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"webhook_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"identity_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer,
	"revision_of" text,
	"principal_id" text NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"rate" integer NOT NULL,
	"concurrency" integer NOT NULL,
	"max_bytes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_callbacks" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"publication_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"session_id" text NOT NULL,
	"run_id" text NOT NULL,
	"url" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_due" timestamp with time zone,
	"http_status" integer,
	"error" text,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"publication_id" text NOT NULL,
	"event_key" text,
	"event_id" text,
	"event_type" text,
	"status" text NOT NULL,
	"payload" text,
	"bytes" integer NOT NULL,
	"session_id" text NOT NULL,
	"run_id" text NOT NULL,
	"next_due" timestamp with time zone,
	"awaits_end" boolean DEFAULT false NOT NULL,
	"error" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "publication_key_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "client_options" jsonb;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD COLUMN "expires" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publication_keys" ADD CONSTRAINT "publication_keys_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_callbacks" ADD CONSTRAINT "webhook_callbacks_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publication_calls_publication" ON "publication_calls" USING btree ("publication_id","at","id");--> statement-breakpoint
CREATE INDEX "publication_calls_run" ON "publication_calls" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "publication_calls_at" ON "publication_calls" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_keys_hash" ON "publication_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "publication_keys_publication" ON "publication_keys" USING btree ("publication_id","date_created");--> statement-breakpoint
CREATE INDEX "publications_team" ON "publications" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "publications_app" ON "publications" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "webhook_callbacks_publication" ON "webhook_callbacks" USING btree ("publication_id","date_created","id");--> statement-breakpoint
CREATE INDEX "webhook_callbacks_due" ON "webhook_callbacks" USING btree ("next_due");--> statement-breakpoint
CREATE INDEX "webhook_callbacks_date" ON "webhook_callbacks" USING btree ("date_created");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("publication_id","event_key");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_publication" ON "webhook_deliveries" USING btree ("publication_id","date_created","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_due","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_run" ON "webhook_deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_awaits" ON "webhook_deliveries" USING btree ("awaits_end","run_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_date" ON "webhook_deliveries" USING btree ("date_created");--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_publication_key_id_publication_keys_id_fk" FOREIGN KEY ("publication_key_id") REFERENCES "public"."publication_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_publication" ON "budgets" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "budgets_publication_key" ON "budgets" USING btree ("publication_key_id");--> statement-breakpoint
CREATE INDEX "session_events_client_call" ON "session_events" USING btree (("body"->>'callId')) WHERE "session_events"."kind" = 'tool_call' and "session_events"."body"->>'client' is not null;--> statement-breakpoint
CREATE INDEX "sessions_publication" ON "sessions" USING btree ("publication_id","date_created") WHERE "sessions"."publication_id" is not null;--> statement-breakpoint
CREATE INDEX "share_links_publication" ON "share_links" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "share_visitors_subject" ON "share_visitors" USING btree ("share_id","subject");