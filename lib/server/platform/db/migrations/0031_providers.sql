CREATE TABLE "providers" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "capabilities" jsonb;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "providers_team" ON "providers" USING btree ("team_id","date_created","id");--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_provider_id_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."providers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "models_provider" ON "models" USING btree ("provider_id");--> statement-breakpoint
INSERT INTO "providers" ("id", "team_id", "name", "type") SELECT 'provider_' || substr(min("id"), 7), "team_id", CASE "type" WHEN 'demo' THEN 'Offline demo' ELSE 'FastEmbed' END, "type" FROM "models" WHERE "type" IN ('demo', 'fastembed') GROUP BY "team_id", "type";--> statement-breakpoint
UPDATE "models" m SET "provider_id" = p."id" FROM "providers" p WHERE p."team_id" = m."team_id" AND p."type" = m."type" AND m."type" IN ('demo', 'fastembed');
