import { readdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createS3Storage } from "../../../src/platform/storage/s3-files.ts";
import { makeFileKey } from "../../../src/platform/storage/storage.ts";
import { runHousekeeping } from "../../../src/business/office/housekeeping/housekeeping.ts";
import { DAY } from "../../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { uploadCertificate } from "../../support/certificates.ts";
import type { Browser } from "../../support/http.ts";
import { pdf } from "../../support/pdf.ts";
import { type S3Server, startS3Server } from "../../support/s3-server.ts";
import { createScratchFolder } from "../../support/scratch.ts";
import { waitUntil } from "../../support/until.ts";

const credentials = { region: "eu-central-1", accessKeyId: "desk", secretAccessKey: "s3cret/+key" };

let store: S3Server;
let test: TestApp;
let administrator: Browser;

function variables(secretAccessKey = credentials.secretAccessKey): Record<string, string> {
  return {
    S3_ENDPOINT: store.endpoint,
    S3_REGION: credentials.region,
    S3_BUCKET: "certificates",
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

beforeAll(async () => {
  store = await startS3Server({ ...credentials, bucket: "certificates", pageSize: 2 });
  test = await startApp({ env: variables() });
});
beforeEach(async () => {
  // Signs in again, because some tests advance the clock by days.
  administrator = await test.administrator();
  store.failWith = undefined;
  store.objects.clear();
});
afterAll(async () => {
  await test.close();
  await store.close();
});

const certificateRows = async (app = test) =>
  Number(
    (await app.context.database.pool.query("select count(*) from certificates")).rows[0].count,
  );

describe("certificates in an S3 store", () => {
  it("are uploaded, downloaded unchanged, and deleted with their trader", async () => {
    const trader = await test.trader();
    const content = pdf(3_000_000);
    const response = await uploadCertificate(administrator, trader.id, {
      file: { value: content },
    });
    expect(response.statusCode, response.body).toBe(201);
    const [object] = [...store.objects.values()];
    expect(object!.type).toBe("application/pdf");
    expect(object!.body.equals(content)).toBe(true);
    expect(await readdir(test.context.uploadDir)).toEqual([]);

    const file = await trader.get(response.json<{ fileUrl: string }>().fileUrl);
    expect(file.statusCode).toBe(200);
    expect(file.headers["content-length"]).toBe(String(content.length));
    expect(file.rawPayload.equals(content)).toBe(true);

    await administrator.delete(`/api/admin/user/${trader.id}`);
    expect(store.objects.size).toBe(0);
  });

  it("return 404 if their object is missing", async () => {
    const trader = await test.trader();
    const response = await uploadCertificate(administrator, trader.id);
    store.objects.clear();
    const file = await trader.get(response.json<{ fileUrl: string }>().fileUrl);
    expect(file.statusCode).toBe(404);
    expect(file.json()).toEqual({ message: "Certificate not found" });
  });

  it("are rejected without leaving an object if the trader does not exist", async () => {
    const response = await uploadCertificate(administrator, 2_000_000_000);
    expect(response.statusCode).toBe(404);
    expect(store.objects.size).toBe(0);
  });

  it("without a row are removed by housekeeping across pages, and other objects are not", async () => {
    const trader = await test.trader();
    await uploadCertificate(administrator, trader.id);
    const [kept] = store.objects.keys();
    const others = ["backups/users.sql", "terms.pdf"];
    const orphans = Array.from({ length: 5 }, () => makeFileKey("pdf"));
    for (const key of [...orphans, ...others]) {
      store.objects.set(key, store.objects.get(kept!)!);
    }
    await runHousekeeping(test.context);
    expect(store.objects.size).toBe(8);
    test.clock.advance(2 * DAY);
    await runHousekeeping(test.context);
    expect([...store.objects.keys()].toSorted()).toEqual([kept, ...others].toSorted());
  });
});

describe("a failing S3 store", () => {
  it("leaves no row and no file, and does not expose its error message", async () => {
    const trader = await test.trader();
    const before = await certificateRows();
    store.failWith = 500;
    const response = await uploadCertificate(administrator, trader.id);
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(response.body).not.toMatch(/InternalError|S3|aws/i);
    expect(await certificateRows()).toBe(before);
    expect(await readdir(test.context.uploadDir)).toEqual([]);
    store.failWith = undefined;
    expect((await uploadCertificate(administrator, trader.id)).statusCode).toBe(201);
  });

  it("returns 503 for downloads", async () => {
    const trader = await test.trader();
    const response = await uploadCertificate(administrator, trader.id);
    store.failWith = 503;
    const file = await trader.get(response.json<{ fileUrl: string }>().fileUrl);
    expect(file.statusCode).toBe(503);
    expect(file.body).not.toMatch(/InternalError|S3|aws/i);
  });

  it("does not prevent deleting a trader, whose object housekeeping removes later", async () => {
    const trader = await test.trader();
    await uploadCertificate(administrator, trader.id);
    store.failWith = 500;
    const response = await administrator.delete(`/api/admin/user/${trader.id}`);
    expect(response.statusCode).toBe(200);
    store.failWith = undefined;
    expect(store.objects.size).toBe(1);
    test.clock.advance(2 * DAY);
    await runHousekeeping(test.context);
    expect(store.objects.size).toBe(0);
  });

  it("leaves no file open, whether it does not respond or the file cannot be read", async () => {
    const folder = await createScratchFolder("propdesk-s3-");
    const path = join(folder, "file");
    await writeFile(path, pdf(1_000_000));
    const { endpoint, close } = await startS3Server({ ...credentials, bucket: "certificates" });
    await close();
    const bucket = { ...credentials, bucket: "certificates" };
    const unreachable = createS3Storage({ ...bucket, endpoint });
    await expect(unreachable.store(makeFileKey("pdf"), path)).rejects.toThrow("ECONNREFUSED");
    const reachable = createS3Storage({ ...bucket, endpoint: store.endpoint });
    await expect(reachable.store(makeFileKey("pdf"), folder)).rejects.toThrow("aborted");
    await waitUntil("no file is open", async () => {
      const links = (await readdir("/proc/self/fd")).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ""),
      );
      return (await Promise.all(links)).every((name) => !name.startsWith(folder));
    });
    expect(store.objects.size).toBe(0);
  });

  it("leaves no row if the secret key is wrong", async () => {
    const other = await startApp({ env: variables("another secret") });
    try {
      const trader = await other.trader();
      const response = await uploadCertificate(await other.administrator(), trader.id);
      expect(response.statusCode).toBe(503);
      expect(response.body).not.toMatch(/Signature/);
      expect(await certificateRows(other)).toBe(0);
    } finally {
      await other.close();
    }
  });
});
