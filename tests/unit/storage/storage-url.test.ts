import { expect, it } from "vitest";
import { EnvironmentError, parseEnv } from "@/lib/server/platform/env/env";
import { parseStorageUrl, type StorageUrl, showStorageUrl } from "@/lib/server/platform/env/storage-url";

it.each<[string, StorageUrl]>([
  ["s3://files", { kind: "s3", bucket: "files", prefix: "", pathStyle: false }],
  [
    "s3://my.files/a/b/?region=eu-central-1",
    { kind: "s3", bucket: "my.files", prefix: "a/b/", pathStyle: false, region: "eu-central-1" },
  ],
  [
    "s3://files/a?endpoint=http://127.0.0.1:9000/",
    { kind: "s3", bucket: "files", prefix: "a/", pathStyle: true, endpoint: "http://127.0.0.1:9000" },
  ],
  [
    "s3://files?endpoint=https://store.example.com&pathStyle=false",
    { kind: "s3", bucket: "files", prefix: "", pathStyle: false, endpoint: "https://store.example.com" },
  ],
  ["gs://files/a", { kind: "gs", bucket: "files", prefix: "a/", pathStyle: false }],
])("%s", (text, parsed) => {
  expect(parseStorageUrl(text)).toEqual(parsed);
  expect(showStorageUrl(parsed)).toBe(text.replace(/\/?\?.*/, ""));
});

it.each([
  ["https://files", /must be a URL that starts with s3:\/\/ or gs:\/\/$/],
  ["s3:files", /must be a URL that starts with/],
  ["s3://", /must name a bucket, for example s3:\/\/my-bucket/],
  ["gs:///a", /must name a bucket, for example gs:\/\/my-bucket/],
  ["s3://Files", /must name a bucket with lowercase letters/],
  ["s3://files:9000/a", /must not contain a port/],
  ["s3://key:secret@files", /must not contain credentials. Set AWS_ACCESS_KEY_ID/],
  ["s3://files?secretAccessKey=secret", /must not contain credentials/],
  ["gs://files?token=secret", /must not contain credentials. Set GOOGLE_APPLICATION_CREDENTIALS/],
  ["s3://files?acl=private", /has an unknown parameter. Supported parameters: endpoint, region, pathStyle/],
  ["gs://files?region=eu", /has an unknown parameter. Supported parameters: endpoint/],
  ["s3://files/../a b", /must have a prefix of letters/],
  ["s3://files?endpoint=minio", /must have an endpoint that is a URL without a path/],
  ["s3://files?endpoint=https://key:secret@minio", /must have an endpoint that is a URL without a path/],
  ["s3://files?region=a/b", /must have a region such as/],
  ["s3://files?pathStyle=yes", /must have pathStyle=true or pathStyle=false/],
])("%s is refused", (text, problem) => {
  expect(parseStorageUrl(text)).toMatch(problem);
  const read = () => parseEnv({ STORAGE_URL: text });
  expect(read).toThrow(EnvironmentError);
  expect(read).not.toThrow("secret@");
});
