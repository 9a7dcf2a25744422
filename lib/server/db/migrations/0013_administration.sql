CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	"runs_most" integer NOT NULL,
	"date_started" timestamp with time zone DEFAULT now() NOT NULL,
	"last_beat" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "org_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "date_closed" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "audit_admin" ON "audit_entries" USING btree ("date_created","id") WHERE "audit_entries"."action" like 'admin.%';--> statement-breakpoint
CREATE INDEX "orgs_created" ON "orgs" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "orgs_owner" ON "orgs" USING btree ("owner_id");