CREATE TABLE "budgets" (
	"subject_id" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"org_id" text,
	"team_id" text,
	"app_id" text,
	"key_id" text,
	"money" double precision,
	"tokens" bigint,
	"hard" boolean NOT NULL,
	"month" date NOT NULL,
	"spent_usd" double precision NOT NULL,
	"spent_tokens" bigint NOT NULL,
	"told_month" date,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_org" ON "budgets" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "budgets_team" ON "budgets" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "budgets_app" ON "budgets" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "budgets_key" ON "budgets" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "model_calls_key" ON "model_calls" USING btree ("key_id","at") WHERE "model_calls"."key_id" is not null;