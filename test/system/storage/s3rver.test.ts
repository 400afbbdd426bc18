import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeFileKey } from "../../../src/platform/storage/storage.ts";
import { createS3Storage } from "../../../src/platform/storage/s3-files.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { uploadCertificate } from "../../support/certificates.ts";
import { pdf } from "../../support/pdf.ts";

let folder: string;
let server: S3rver;
let endpoint: string;
let test: TestApp;

function variables(changes: Record<string, string> = {}): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: "us-east-1",
    S3_BUCKET: "certificates",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
    ...changes,
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "propdesk-s3-"));
  server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: "certificates", configs: [] }],
  });
  const { address, port } = await server.run();
  endpoint = `http://${address}:${port}`;
  test = await startApp({ env: variables() });
});
afterAll(async () => {
  await test.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe("certificates on a third-party S3 server", () => {
  let trader: Awaited<ReturnType<TestApp["trader"]>>;
  beforeEach(async () => {
    trader = await test.trader();
  });

  // Read from the disk: s3rver rejects the signature of list requests, because it drops the
  // trailing slash of the bucket's path. Lists are therefore tested in s3.test.ts only.
  const objects = async () =>
    (await readdir(join(folder, "certificates"))).filter((name) => name.endsWith("_object"));

  it("are uploaded, downloaded unchanged, and deleted with their trader", async () => {
    const administrator = await test.administrator();
    const content = pdf(5 * 1024 * 1024);
    const response = await uploadCertificate(administrator, trader.id, {
      file: { value: content },
    });
    expect(response.statusCode, response.body).toBe(201);
    expect(await objects()).toHaveLength(1);
    const file = await trader.get(response.json<{ fileUrl: string }>().fileUrl);
    expect(file.headers["content-length"]).toBe(String(content.length));
    expect(file.rawPayload.equals(content)).toBe(true);
    expect(await readdir(test.context.uploadDir)).toEqual([]);
    await administrator.delete(`/api/admin/user/${trader.id}`);
    expect(await objects()).toEqual([]);
    expect((await test.visitor().get("/api/health")).json()).toMatchObject({ storage: "ok" });
  });

  it("opening a missing file returns undefined, and removing it succeeds", async () => {
    const key = makeFileKey("pdf");
    const files = createS3Storage(test.context.config.s3!);
    expect(await files.open(key)).toBeUndefined();
    await files.remove(key);
  });
});

it.each([
  ["secret", { S3_SECRET_ACCESS_KEY: "wrong" }],
  ["key", { S3_ACCESS_KEY_ID: "nobody" }],
  ["bucket", { S3_BUCKET: "nothing-of-ours" }],
])("a wrong %s returns 503 and leaves no row", async (_, changes) => {
  const other = await startApp({ env: variables(changes) });
  try {
    const trader = await other.trader();
    const response = await uploadCertificate(await other.administrator(), trader.id);
    expect(response.statusCode).toBe(503);
    expect(response.body).not.toMatch(/signature|bucket|access key/i);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
    expect((await other.visitor().get("/api/health")).json()).toMatchObject(
      "S3_BUCKET" in changes ? { database: "ok" } : { status: "degraded", storage: "failing" },
    );
  } finally {
    await other.close();
  }
});
