import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { S3Config } from "../config/config.ts";
import { SECOND } from "../time/durations.rule.ts";
import type { FileStorage } from "./storage.ts";

const ignore = () => {};

/** Creates a storage in a bucket of any S3-compatible service. The bucket must exist. */
export function createS3Storage(config: S3Config): FileStorage {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    // Services other than Amazon S3 expect the bucket in the path.
    forcePathStyle: true,
    // Many of these services do not support the SDK's default checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5 * SECOND, socketTimeout: 30 * SECOND },
    // The SDK need not log failures, because it throws them and the app logs them.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
  });
  const Bucket = config.bucket;
  return {
    async store(key, path) {
      const { size } = await stat(path);
      const content = createReadStream(path);
      const failed = new AbortController();
      // The SDK does not listen for errors of the file, and leaves it open if the request fails.
      content.once("error", () => failed.abort());
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        Body: content,
        ContentLength: size,
        ContentType: key.endsWith(".pdf") ? "application/pdf" : "application/octet-stream",
      });
      try {
        await client.send(command, { abortSignal: failed.signal });
      } finally {
        content.destroy();
      }
      await rm(path, { force: true });
    },
    async open(key) {
      try {
        const object = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        return { stream: object.Body as Readable, size: object.ContentLength ?? 0 };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    async *listKeysBefore(time) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
        for (const object of page.Contents ?? []) {
          if (object.Key && object.LastModified && object.LastModified < time) yield object.Key;
        }
      }
    },
  };
}
