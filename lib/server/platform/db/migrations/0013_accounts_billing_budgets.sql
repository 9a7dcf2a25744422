CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text,
	"date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_states" (
	"org_id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text,
	"date_synced" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "account_events" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"email" text NOT NULL,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_links_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "account_links_account" UNIQUE("account_id","provider")
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"account_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"new_hash" text NOT NULL,
	"old_hash" text NOT NULL,
	"new_confirmed" boolean DEFAULT false NOT NULL,
	"old_confirmed" boolean DEFAULT false NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_sources" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"last_used" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_sources_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "org_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "two_factor_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "totp_step" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "recovery_codes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "date_deleted" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "date_closed" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "stripe_plan" text;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "stripe_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "stripe_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "stripe_cancelled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "addon_users" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orgs" ADD COLUMN "addon_storage" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "billing_states" ADD CONSTRAINT "billing_states_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_sources" ADD CONSTRAINT "known_sources_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_org" ON "budgets" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "budgets_team" ON "budgets" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "budgets_app" ON "budgets" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "budgets_key" ON "budgets" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "account_events_account" ON "account_events" USING btree ("account_id","date","id");--> statement-breakpoint
CREATE INDEX "account_events_date" ON "account_events" USING btree ("date");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_new" ON "email_changes" USING btree ("new_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_old" ON "email_changes" USING btree ("old_hash");--> statement-breakpoint
CREATE INDEX "known_sources_used" ON "known_sources" USING btree ("last_used");--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "audit_admin" ON "audit_entries" USING btree ("date_created","id") WHERE "audit_entries"."action" like 'admin.%';--> statement-breakpoint
CREATE INDEX "orgs_created" ON "orgs" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "orgs_owner" ON "orgs" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "model_calls_key" ON "model_calls" USING btree ("key_id","at") WHERE "model_calls"."key_id" is not null;--> statement-breakpoint
ALTER TABLE "orgs" ADD CONSTRAINT "orgs_stripeCustomerId_unique" UNIQUE("stripe_customer_id");