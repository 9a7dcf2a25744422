ALTER TABLE "share_links" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "icon_id" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "accent" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "welcome_text" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_icon_id_assets_id_fk" FOREIGN KEY ("icon_id") REFERENCES "public"."assets"("id") ON DELETE set null ON UPDATE no action;