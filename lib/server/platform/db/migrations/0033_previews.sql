CREATE TABLE "favorites" (
	"account_id" text NOT NULL,
	"team_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_account_id_team_id_resource_id_pk" PRIMARY KEY("account_id","team_id","resource_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "preview" jsonb;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_test" ON "sessions" USING btree ("date_updated") WHERE "sessions"."test";