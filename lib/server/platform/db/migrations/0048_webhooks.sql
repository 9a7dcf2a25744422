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
ALTER TABLE "publications" ADD COLUMN "webhook" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_callbacks" ADD CONSTRAINT "webhook_callbacks_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_callbacks_publication" ON "webhook_callbacks" USING btree ("publication_id","date_created","id");--> statement-breakpoint
CREATE INDEX "webhook_callbacks_due" ON "webhook_callbacks" USING btree ("next_due");--> statement-breakpoint
CREATE INDEX "webhook_callbacks_date" ON "webhook_callbacks" USING btree ("date_created");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("publication_id","event_key");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_publication" ON "webhook_deliveries" USING btree ("publication_id","date_created","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_due","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_run" ON "webhook_deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_awaits" ON "webhook_deliveries" USING btree ("awaits_end","run_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_date" ON "webhook_deliveries" USING btree ("date_created");