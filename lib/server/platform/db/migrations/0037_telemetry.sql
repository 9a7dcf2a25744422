CREATE TABLE "org_telemetry" (
	"org_id" text PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"headers" text,
	"include_contents" boolean DEFAULT false NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sent" timestamp with time zone,
	"failure" jsonb
);
--> statement-breakpoint
ALTER TABLE "org_telemetry" ADD CONSTRAINT "org_telemetry_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;