CREATE TABLE "app_imports" (
	"app_id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"steps" jsonb NOT NULL,
	"date" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_imports" ADD CONSTRAINT "app_imports_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_imports_team" ON "app_imports" USING btree ("team_id");