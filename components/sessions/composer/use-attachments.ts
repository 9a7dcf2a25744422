"use client";

import { useEffect, useRef, useState } from "react";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions/calls";
import { randomKey } from "@/lib/utils/random-key";
import { toast } from "@/lib/utils/toasts/toast";

export interface Attachment {
  key: string;
  name: string;
  /** Percent uploaded. */
  progress: number;
  /** Null during the upload. */
  id: string | null;
}

const maxFiles = 10;

/** Adds the file's name to an error message that lacks it. */
const addName = (name: string, message: string): string => (message.startsWith(name) ? message : `${name}: ${message}`);

/** Uploads files to a session, for the next message. */
export function useAttachments(slug: string, sessionId: string) {
  const [files, setFiles] = useState<Attachment[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const upload of running.values()) upload.abort();
    };
  }, []);
  const change = (key: string, changes: Partial<Attachment>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = (key: string) => {
    uploads.current.get(key)?.abort();
    setFiles((before) => before.filter((one) => one.key !== key));
  };
  const upload = async (file: File) => {
    const key = randomKey();
    const controller = new AbortController();
    uploads.current.set(key, controller);
    setFiles((before) => [...before, { key, name: file.name, progress: 0, id: null }]);
    const formData = new FormData();
    formData.set("file", file);
    try {
      const { _id } = await call(sessions.addFile, {
        params: { resourceSlug: slug, sessionId },
        formData,
        signal: controller.signal,
        onProgress: (share) => change(key, { progress: Math.round(share * 100) }),
      });
      change(key, { id: _id });
    } catch (error) {
      if (controller.signal.aborted) return;
      remove(key);
      toast.error(addName(file.name, errorMessage(error)));
    } finally {
      uploads.current.delete(key);
    }
  };
  const add = (chosen: Iterable<File>) => {
    const list = [...chosen];
    const room = maxFiles - files.length;
    if (list.length > room) toast.error(`A message can have up to ${maxFiles} files.`);
    for (const file of list.slice(0, room)) void upload(file);
  };
  return { files, add, remove, clear: () => setFiles([]), uploading: files.some(({ id }) => id === null) };
}
