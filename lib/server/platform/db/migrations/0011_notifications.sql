CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"team_id" text,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"link" text,
	"invite_id" text,
	"session_id" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_key" UNIQUE NULLS NOT DISTINCT("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "notifications_seen" (
	"notification_id" text NOT NULL,
	"account_id" text NOT NULL,
	"date" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_seen_notification_id_account_id_pk" PRIMARY KEY("notification_id","account_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "session_watchers" (
	"process_id" text NOT NULL,
	"session_id" text NOT NULL,
	"account_id" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "session_watchers_session_id_account_id_process_id_pk" PRIMARY KEY("session_id","account_id","process_id")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_invite_id_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_seen" ADD CONSTRAINT "notifications_seen_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications_seen" ADD CONSTRAINT "notifications_seen_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account_id","date","id");--> statement-breakpoint
CREATE INDEX "notifications_team" ON "notifications" USING btree ("team_id","date","id") WHERE "notifications"."account_id" is null;--> statement-breakpoint
CREATE INDEX "notifications_date" ON "notifications" USING btree ("date");--> statement-breakpoint
CREATE INDEX "notifications_invite" ON "notifications" USING btree ("invite_id");--> statement-breakpoint
CREATE INDEX "notifications_session" ON "notifications" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "notifications_seen_account" ON "notifications_seen" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_watchers_until" ON "session_watchers" USING btree ("until");