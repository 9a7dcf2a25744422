ALTER TABLE "publications" ADD COLUMN "identity_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "publication_id" text;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "share_visitors" ADD COLUMN "expires" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_links_publication" ON "share_links" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "share_visitors_subject" ON "share_visitors" USING btree ("share_id","subject");