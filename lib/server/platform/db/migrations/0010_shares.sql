CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"app_id" text,
	"created_by" text,
	"expires" timestamp with time zone,
	"visitor_messages" integer NOT NULL,
	"link_messages" integer NOT NULL,
	"day_began" timestamp with time zone DEFAULT now() NOT NULL,
	"day_messages" integer DEFAULT 0 NOT NULL,
	"hour_began" timestamp with time zone DEFAULT now() NOT NULL,
	"hour_sessions" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"session_count" integer DEFAULT 0 NOT NULL,
	"last_used" timestamp with time zone,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_visitors" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"share_id" text NOT NULL,
	"account_id" text,
	"day_began" timestamp with time zone DEFAULT now() NOT NULL,
	"day_messages" integer DEFAULT 0 NOT NULL,
	"hour_began" timestamp with time zone DEFAULT now() NOT NULL,
	"hour_sessions" integer DEFAULT 0 NOT NULL,
	"last_used" timestamp with time zone DEFAULT now() NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "visitor_id" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_share_id_share_links_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."share_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_links_team" ON "share_links" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "share_links_app" ON "share_links" USING btree ("app_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_visitors_hash" ON "share_visitors" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "share_visitors_share" ON "share_visitors" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_visitors_account" ON "share_visitors" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "share_visitors_used" ON "share_visitors" USING btree ("last_used");--> statement-breakpoint
CREATE INDEX "sessions_visitor" ON "sessions" USING btree ("visitor_id","date_updated") WHERE "sessions"."visitor_id" is not null;