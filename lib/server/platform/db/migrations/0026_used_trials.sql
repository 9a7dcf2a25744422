CREATE TABLE "used_trials" (
	"holder" text PRIMARY KEY NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_invites" ON "audit_entries" USING btree ("account_id","date_created") WHERE "audit_entries"."action" in ('teams.invite', 'orgs.invite');--> statement-breakpoint
INSERT INTO "used_trials" ("holder") SELECT DISTINCT 'account:' || "owner_id" FROM "orgs" WHERE "stripe_ends_at" IS NOT NULL;
