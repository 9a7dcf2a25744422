CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stored_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sender" text NOT NULL,
	"channel" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_id" text NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_counts" (
	"subject_id" text PRIMARY KEY NOT NULL,
	"sessions" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "sessions_agent";--> statement-breakpoint
CREATE INDEX "stored_messages_at" ON "stored_messages" USING btree ("at");--> statement-breakpoint
CREATE INDEX "session_count_changes_subject" ON "session_count_changes" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "sessions_app_ran" ON "sessions" USING btree ("app_id","date_updated") WHERE not "sessions"."test" and "sessions"."status" <> 'started';--> statement-breakpoint
CREATE INDEX "sessions_agent_ran" ON "sessions" USING btree ("agent_id","date_updated") WHERE not "sessions"."test" and "sessions"."status" <> 'started';--> statement-breakpoint
INSERT INTO "session_counts" ("subject_id", "sessions")
SELECT subject, count(*) FROM "sessions", LATERAL (VALUES ("app_id"), ("agent_id")) subjects (subject)
WHERE NOT "test" AND subject IS NOT NULL GROUP BY subject;--> statement-breakpoint
CREATE FUNCTION count_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO session_count_changes (subject_id, change)
    SELECT subject, count(*) FROM added, LATERAL (VALUES (app_id), (agent_id)) subjects (subject)
    WHERE NOT test AND subject IS NOT NULL GROUP BY subject;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO session_count_changes (subject_id, change)
    SELECT subject, -count(*) FROM removed, LATERAL (VALUES (app_id), (agent_id)) subjects (subject)
    WHERE NOT test AND subject IS NOT NULL GROUP BY subject;
  ELSE
    INSERT INTO session_count_changes (subject_id, change)
    SELECT subject, change
    FROM (VALUES (OLD.app_id, OLD.test, -1), (OLD.agent_id, OLD.test, -1), (NEW.app_id, NEW.test, 1), (NEW.agent_id, NEW.test, 1))
      subjects (subject, test, change)
    WHERE NOT test AND subject IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_added AFTER INSERT ON "sessions" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_sessions();--> statement-breakpoint
CREATE TRIGGER sessions_removed AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_sessions();--> statement-breakpoint
CREATE TRIGGER sessions_moved AFTER UPDATE OF "app_id", "agent_id", "test" ON "sessions"
FOR EACH ROW WHEN (OLD.app_id IS DISTINCT FROM NEW.app_id OR OLD.agent_id IS DISTINCT FROM NEW.agent_id OR OLD.test <> NEW.test)
EXECUTE FUNCTION count_sessions();
