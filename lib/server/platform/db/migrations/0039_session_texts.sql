CREATE TABLE "session_texts" (
	"session_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"preview" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_texts" ADD CONSTRAINT "session_texts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "session_texts" ("session_id", "name", "preview") SELECT "id", "name", "preview_text" FROM "sessions";--> statement-breakpoint
CREATE FUNCTION keep_session_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_texts (session_id, name, preview) VALUES (NEW.id, NEW.name, NEW.preview_text)
  ON CONFLICT (session_id) DO UPDATE SET name = EXCLUDED.name, preview = EXCLUDED.preview;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER session_texts_added AFTER INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION keep_session_texts();--> statement-breakpoint
CREATE TRIGGER session_texts_changed AFTER UPDATE OF "name", "preview_text" ON "sessions"
FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.preview_text <> NEW.preview_text) EXECUTE FUNCTION keep_session_texts();--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX IF NOT EXISTS session_texts_search ON session_texts USING gin (name gin_trgm_ops, preview gin_trgm_ops);
  END IF;
END $$;
