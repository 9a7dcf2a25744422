CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"team_id" text,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"account_email" text NOT NULL,
	"via" text NOT NULL,
	"via_id" text NOT NULL,
	"key_name" text,
	"address" text NOT NULL,
	"request_id" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_name" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_org" ON "audit_entries" USING btree ("org_id","date_created","id");--> statement-breakpoint
CREATE INDEX "audit_account" ON "audit_entries" USING btree ("org_id","account_id","date_created","id");--> statement-breakpoint
CREATE INDEX "audit_kind" ON "audit_entries" USING btree ("org_id","kind","date_created","id");--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit_entries" USING btree ("org_id","target_id","date_created","id");