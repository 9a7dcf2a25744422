CREATE TABLE "invites" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"team_id" text,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"mail_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	CONSTRAINT "invites_place" UNIQUE NULLS NOT DISTINCT("org_id","team_id","email")
);
--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "date_deleted" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invites_mail" ON "invites" USING btree ("mail_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invites_link" ON "invites" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "invites_team" ON "invites" USING btree ("team_id");