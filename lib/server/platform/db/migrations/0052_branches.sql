ALTER TABLE "apps" ADD COLUMN "branches" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "branch_model_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "apps_branch_models" ON "apps" USING gin ("branch_model_ids") WITH (fastupdate=false);