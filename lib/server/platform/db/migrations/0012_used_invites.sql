CREATE TABLE "used_invites" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text,
	"mail_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	CONSTRAINT "used_invites_mail" UNIQUE("mail_hash"),
	CONSTRAINT "used_invites_link" UNIQUE("link_hash")
);
--> statement-breakpoint
ALTER TABLE "used_invites" ADD CONSTRAINT "used_invites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;