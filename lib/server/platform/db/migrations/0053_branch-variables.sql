ALTER TABLE "apps" ADD COLUMN "prompt_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "apps_prompt_names" ON "apps" USING gin ("prompt_names") WITH (fastupdate=false);--> statement-breakpoint
UPDATE "apps" SET "prompt_names" = array(
  SELECT DISTINCT b->>'variable' FROM jsonb_array_elements("branches") b
  WHERE b->>'by' = 'value' AND b->>'sourceTaskId' IS NULL AND b->>'variable' <> ''
  UNION
  SELECT m[1] FROM jsonb_array_elements("branches") b,
    regexp_matches(concat(b->>'instructions', b->>'cases', b->>'defaultName'), '\{([^\s{}"]{1,100})\}', 'g') m
  WHERE b->>'by' = 'classification'
) WHERE "branches" <> '[]';
