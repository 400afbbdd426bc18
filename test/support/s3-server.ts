import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isSigned, type S3Credentials } from "./s3-signature.ts";

interface StoredObject {
  body: Buffer;
  type: string;
  changedAt: Date;
}

export interface S3Server {
  endpoint: string;
  objects: Map<string, StoredObject>;
  /** While set, every request returns this status. */
  failWith: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts a test double that implements the S3 calls of the app on one bucket (put, get, delete and list), checks
 * signatures, and can be set to fail. The app is also tested against an independent server: see
 * `test/system/storage/s3rver.test.ts`.
 */
export async function startS3Server(
  options: S3Credentials & { bucket: string; pageSize?: number; port?: number },
): Promise<S3Server> {
  const { bucket, pageSize = 1000 } = options;
  const objects: S3Server["objects"] = new Map();
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await Array.fromAsync(request));
    const { pathname, searchParams } = new URL(request.url!, "http://store");
    const [, name, key = ""] = /^\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
    if (store.failWith) return refuse(response, store.failWith, "InternalError");
    if (!isSigned(request, body, options)) return refuse(response, 403, "SignatureDoesNotMatch");
    if (name !== bucket) return refuse(response, 404, "NoSuchBucket");
    const found = objects.get(key);
    if (request.method === "PUT" && key !== "") {
      const type = request.headers["content-type"] ?? "binary/octet-stream";
      objects.set(key, { body, type, changedAt: new Date() });
      return response.setHeader("ETag", '"etag"').end();
    }
    if (request.method === "DELETE" && key !== "") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (request.method === "GET" && key === "") return list(response, searchParams);
    if (request.method !== "GET") return refuse(response, 405, "MethodNotAllowed");
    if (!found) return refuse(response, 404, "NoSuchKey");
    response.writeHead(200, { "content-type": found.type, "content-length": found.body.length });
    return response.end(found.body);
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const after = query.get("continuation-token") ?? "";
    const rest = [...objects]
      .filter(([key]) => key > after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    const page = rest.slice(0, pageSize);
    const next = rest.length > pageSize ? page.at(-1)![0] : undefined;
    const contents = page.map(
      ([key, { body, changedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
    );
    const more = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : "";
    sendXml(
      response,
      200,
      `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents.join("")}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const store: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    failWith: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return store;
}

function refuse(response: ServerResponse, status: number, code: string) {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function sendXml(response: ServerResponse, status: number, content: string) {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
}
