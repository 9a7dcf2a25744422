ALTER TABLE "api_keys" ADD COLUMN "sso_org_ids" text[];--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "date_ended" timestamp with time zone;