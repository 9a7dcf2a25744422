CREATE TABLE "sources_to_remove" (
	"datasource_id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"engine" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_retry" timestamp with time zone
);
