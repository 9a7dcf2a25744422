ALTER TABLE "partial_messages" DROP CONSTRAINT "partial_messages_pkey";--> statement-breakpoint
ALTER TABLE "partial_messages" ADD COLUMN "start" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partial_messages" ADD CONSTRAINT "partial_messages_message_id_start_pk" PRIMARY KEY("message_id","start");
