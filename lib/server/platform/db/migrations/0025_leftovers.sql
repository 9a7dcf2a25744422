CREATE INDEX "documents_file" ON "documents" USING btree ("file_key") WHERE "documents"."file_key" is not null;--> statement-breakpoint
CREATE INDEX "session_events_shelved" ON "session_events" USING btree (("body"->>'shelved')) WHERE "session_events"."body"->>'shelved' is not null;--> statement-breakpoint
CREATE INDEX "session_files_path" ON "session_files" USING btree ("path");