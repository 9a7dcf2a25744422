CREATE TABLE "chunks" (
	"document_id" text NOT NULL,
	"generation" integer NOT NULL,
	"position" integer NOT NULL,
	"team_id" text NOT NULL,
	"datasource_id" text NOT NULL,
	"text" text NOT NULL,
	"start" integer NOT NULL,
	"stop" integer NOT NULL,
	"page" integer,
	"headings" text[] DEFAULT '{}' NOT NULL,
	"hash" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', "text")) STORED NOT NULL,
	CONSTRAINT "chunks_document_id_generation_position_pk" PRIMARY KEY("document_id","generation","position")
);
--> statement-breakpoint
CREATE TABLE "datasource_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"datasource_id" text NOT NULL,
	"kind" text NOT NULL,
	"started_by" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"records" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_retry" timestamp with time zone,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"date_fetched" timestamp with time zone,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_started" timestamp with time zone,
	"date_ended" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "datasources" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"source_type" text NOT NULL,
	"engine" text DEFAULT 'builtin' NOT NULL,
	"status" text NOT NULL,
	"status_message" text,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"specification" jsonb,
	"discovered_schema" jsonb,
	"stream_config" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"schedule_unit" text,
	"next_due" timestamp with time zone,
	"chunking" jsonb NOT NULL,
	"embedding_model_id" text,
	"vector_db_id" text,
	"collection" jsonb,
	"documents_total" integer DEFAULT 0 NOT NULL,
	"documents_stored" integer DEFAULT 0 NOT NULL,
	"documents_failed" integer DEFAULT 0 NOT NULL,
	"storage_bytes" bigint DEFAULT 0 NOT NULL,
	"last_synced" timestamp with time zone,
	"stream_state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"datasource_id" text NOT NULL,
	"stream" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"uri" text,
	"file_key" text,
	"filename" text,
	"content" jsonb,
	"content_hash" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stage" text DEFAULT 'fetched' NOT NULL,
	"failed_stage" text,
	"error" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_retry" timestamp with time zone,
	"stages" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"served" integer,
	"chunk_count" integer DEFAULT 0 NOT NULL,
	"stored_chunks" integer DEFAULT 0 NOT NULL,
	"storage_bytes" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"gone" boolean DEFAULT false NOT NULL,
	"seen_by" text,
	"source_date" timestamp with time zone,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embeddings" (
	"team_id" text NOT NULL,
	"model" text NOT NULL,
	"hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"last_used" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "embeddings_team_id_model_hash_pk" PRIMARY KEY("team_id","model","hash")
);
--> statement-breakpoint
CREATE TABLE "retrieval_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"datasource_id" text NOT NULL,
	"query" text NOT NULL,
	"document_ids" text[] NOT NULL,
	"created_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vectors_to_remove" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vectors_to_remove_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" text NOT NULL,
	"datasource_id" text NOT NULL,
	"vector_db_id" text,
	"collection" jsonb NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_retry" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tools" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"function_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"state_message" text,
	"require_approval" boolean DEFAULT false NOT NULL,
	"repeatable" boolean DEFAULT true NOT NULL,
	"icon_id" text,
	"definition" jsonb NOT NULL,
	"datasource_id" text
);
--> statement-breakpoint
CREATE TABLE "vector_dbs" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text,
	"updated_by" text,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"date_updated" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"url" text NOT NULL,
	"api_key" text
);
--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasource_jobs" ADD CONSTRAINT "datasource_jobs_datasource_id_datasources_id_fk" FOREIGN KEY ("datasource_id") REFERENCES "public"."datasources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasources" ADD CONSTRAINT "datasources_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasources" ADD CONSTRAINT "datasources_embedding_model_id_models_id_fk" FOREIGN KEY ("embedding_model_id") REFERENCES "public"."models"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasources" ADD CONSTRAINT "datasources_vector_db_id_vector_dbs_id_fk" FOREIGN KEY ("vector_db_id") REFERENCES "public"."vector_dbs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_datasource_id_datasources_id_fk" FOREIGN KEY ("datasource_id") REFERENCES "public"."datasources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retrieval_cases" ADD CONSTRAINT "retrieval_cases_datasource_id_datasources_id_fk" FOREIGN KEY ("datasource_id") REFERENCES "public"."datasources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_icon_id_assets_id_fk" FOREIGN KEY ("icon_id") REFERENCES "public"."assets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_datasource_id_datasources_id_fk" FOREIGN KEY ("datasource_id") REFERENCES "public"."datasources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vector_dbs" ADD CONSTRAINT "vector_dbs_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunks_words" ON "chunks" USING gin ("words");--> statement-breakpoint
CREATE INDEX "chunks_datasource" ON "chunks" USING btree ("datasource_id");--> statement-breakpoint
CREATE INDEX "datasource_jobs_list" ON "datasource_jobs" USING btree ("datasource_id","date_created","id");--> statement-breakpoint
CREATE INDEX "datasource_jobs_open" ON "datasource_jobs" USING btree ("datasource_id") WHERE "datasource_jobs"."date_ended" is null;--> statement-breakpoint
CREATE INDEX "datasources_team" ON "datasources" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE INDEX "datasources_model" ON "datasources" USING btree ("embedding_model_id");--> statement-breakpoint
CREATE INDEX "datasources_vector_db" ON "datasources" USING btree ("vector_db_id");--> statement-breakpoint
CREATE INDEX "datasources_due" ON "datasources" USING btree ("next_due") WHERE "datasources"."next_due" is not null;--> statement-breakpoint
CREATE INDEX "documents_list" ON "documents" USING btree ("datasource_id","date_created","id");--> statement-breakpoint
CREATE INDEX "documents_stage" ON "documents" USING btree ("datasource_id","stage");--> statement-breakpoint
CREATE INDEX "documents_key" ON "documents" USING btree ("datasource_id","stream",md5("key"));--> statement-breakpoint
CREATE INDEX "documents_open" ON "documents" USING btree ("datasource_id","id") WHERE "documents"."gone" or "documents"."stage" not in ('stored', 'failed', 'skipped');--> statement-breakpoint
CREATE INDEX "embeddings_used" ON "embeddings" USING btree ("last_used");--> statement-breakpoint
CREATE INDEX "retrieval_cases_list" ON "retrieval_cases" USING btree ("datasource_id","date_created","id");--> statement-breakpoint
CREATE INDEX "tools_team" ON "tools" USING btree ("team_id","date_created","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tools_function" ON "tools" USING btree ("team_id","function_name");--> statement-breakpoint
CREATE INDEX "tools_datasource" ON "tools" USING btree ("datasource_id");--> statement-breakpoint
CREATE INDEX "vector_dbs_team" ON "vector_dbs" USING btree ("team_id","date_created","id");