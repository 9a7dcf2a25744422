-- Where PostgreSQL does not have the extension or does not give it to this user, searching goes on without an index:
-- docs/decisions/0016-search.md.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm: %', SQLERRM;
END $$;--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) THEN
    CREATE INDEX IF NOT EXISTS apps_search ON apps USING gin (name gin_trgm_ops, description gin_trgm_ops);
    CREATE INDEX IF NOT EXISTS variables_search ON variables USING gin (name gin_trgm_ops, description gin_trgm_ops);
    CREATE INDEX IF NOT EXISTS api_keys_search ON api_keys USING gin (name gin_trgm_ops, description gin_trgm_ops);
  END IF;
END $$;
