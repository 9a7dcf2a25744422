ALTER TABLE "share_visitors" ALTER COLUMN "hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD CONSTRAINT "share_visitors_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_visitors_token" ON "share_visitors" USING btree ("token_id");