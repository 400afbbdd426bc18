import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import { uploadCertificate } from "../../support/certificates.ts";
import { createDatabase } from "../../support/database.ts";
import type { Browser } from "../../support/http.ts";
import { certificateParts, multipart, pdf } from "../../support/pdf.ts";
import { projectNode, Processes } from "../../support/process.ts";
import { csvStatement, operationLine, uploadStatement } from "../../support/records.ts";
import { waitUntil } from "../../support/until.ts";

let test: TestApp;
let administrator: Browser;
let traderId: number;

beforeAll(async () => {
  test = await startApp({ listen: true });
  administrator = await test.administrator();
});
beforeEach(async () => {
  traderId = (await test.trader()).id;
});
afterAll(() => test.close());

async function countCertificates(): Promise<number> {
  const query = "select count(*)::int from certificates where user_id = $1";
  return (await test.context.database.pool.query(query, [traderId])).rows[0].count;
}

/** Replaces a folder with a file while `work` runs: unlike permissions, this also stops root from writing there. */
async function withFolderMissing(folder: string, work: () => Promise<void>): Promise<void> {
  await rename(folder, `${folder}.away`);
  await writeFile(folder, "");
  try {
    await work();
  } finally {
    await rm(folder);
    await rename(`${folder}.away`, folder);
  }
}

/** Makes commits fail with this SQLSTATE after the given changes while `work` runs. */
async function withFailingCommit(
  { after, code }: { after: string; code: string },
  work: () => Promise<void>,
): Promise<void> {
  const { pool } = test.context.database;
  await pool.query(`create function fail() returns trigger language plpgsql
    as 'begin raise exception using errcode = ''${code}'', message = ''the commit fails''; end'`);
  await pool.query(`create constraint trigger fail_at_commit after ${after}
    deferrable initially deferred for each row execute function fail()`);
  try {
    await work();
  } finally {
    await pool.query("drop function fail cascade");
  }
}

const certificates = () => join(test.context.config.dataDir, "certificates");

describe("an upload", () => {
  it.each([1500, 2_000_000])("aborted after %d bytes leaves nothing", async (bytes) => {
    const { uploadDir } = test.context;
    const file = { value: pdf(4_000_000) };
    const { payload, headers } = multipart(certificateParts(traderId, { file }));
    const call = request(`${test.url}/api/admin/certificates`, {
      method: "POST",
      headers: {
        ...headers,
        "content-length": payload.length,
        cookie: [...administrator.cookies]
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join("; "),
      },
    });
    call.on("error", () => {});
    call.write(payload.subarray(0, payload.length - 4_000_000 + bytes));
    await waitUntil("the upload has begun", async () => (await readdir(uploadDir)).length > 0);
    call.destroy();
    await waitUntil(
      "the partial upload is removed",
      async () => (await readdir(uploadDir)).length === 0,
    );
    expect(await readdir(certificates())).toEqual([]);
    expect(await countCertificates()).toBe(0);
    expect((await uploadCertificate(administrator, traderId)).statusCode).toBe(201);
    await administrator.delete(`/api/admin/user/${traderId}`);
  });

  it("that cannot be stored returns 503 and leaves no row and no file", async () => {
    await withFolderMissing(certificates(), async () => {
      const response = await uploadCertificate(administrator, traderId);
      expect(response.statusCode).toBe(503);
      expect(response.json().message).toBe(
        "File storage is unavailable. Please try again in a few seconds.",
      );
      expect(response.headers["retry-after"]).toBeDefined();
    });
    expect(await countCertificates()).toBe(0);
    expect(await readdir(test.context.uploadDir)).toEqual([]);
    expect((await uploadCertificate(administrator, traderId)).statusCode).toBe(201);
  });

  it("that cannot be received does not reveal the folder", async () => {
    await withFolderMissing(test.context.uploadDir, async () => {
      const response = await uploadCertificate(administrator, traderId);
      expect(response.statusCode).toBe(503);
      expect(response.body).not.toMatch(/ENOTDIR|uploads/);
    });
    expect(await countCertificates()).toBe(0);
  });
});

describe("an upload whose connection is lost at the commit", () => {
  const lines = [operationLine(1, "2026-01-05 07:00", "1000.00")];
  const uploads = {
    certificates: () => uploadCertificate(administrator, traderId),
    statements: () => uploadStatement(administrator, traderId, csvStatement(...lines)),
  };

  it.each(Object.entries(uploads))(
    "keeps its file, to which %s may refer",
    async (table, upload) => {
      const before = await readdir(certificates());
      await withFailingCommit({ after: `insert on ${table}`, code: "57P01" }, async () => {
        expect((await upload()).statusCode).toBe(503);
      });
      expect(await readdir(certificates())).toHaveLength(before.length + 1);
    },
  );
});

describe("the deletion of a trader", () => {
  it("keeps the files of certificates if it cannot be committed", async () => {
    const others = await readdir(certificates());
    const { fileUrl } = (await uploadCertificate(administrator, traderId)).json<{
      fileUrl: string;
    }>();
    const user = `/api/admin/user/${traderId}`;
    await withFailingCommit({ after: "delete on users", code: "P0001" }, async () => {
      expect((await administrator.delete(user)).statusCode).toBe(500);
    });
    expect((await administrator.get(fileUrl)).statusCode).toBe(200);
    expect((await administrator.delete(user)).statusCode).toBe(200);
    expect(await readdir(certificates())).toEqual(others);
  });
});

describe("a full disk", () => {
  const processes = new Processes();
  afterAll(() => processes.cleanUp());

  it("rejects the upload, keeps no part of it, and does not stop the app", async () => {
    const database = await createDatabase();
    const dataDir = await processes.dataDir();
    await mkdir(dataDir, { recursive: true });
    const accessKey = "the key of this test";
    const app = await processes.start({
      dataDir,
      env: { DATABASE_URL: database.url, ADMIN_ACCESS_KEY: accessKey },
      // No file may grow beyond 200 blocks of 512 bytes.
      command: ["sh", "-c", `ulimit -f 200; exec ${projectNode} src/start.mjs --no-client`],
    });
    const person = app.visitor();
    await person.post("/api/admin/login", { accessKey });
    const created = await person.post("/api/admin/users", { email: "noah@example.com" });
    const trader = created.json<{ id: number }>().id;
    const upload = (size: number) => {
      const form = new FormData();
      form.set("name", "Phase 1");
      form.set("userId", String(trader));
      form.set(
        "certificateFile",
        new Blob([new Uint8Array(pdf(size))], { type: "application/pdf" }),
        "a.pdf",
      );
      return person.post("/api/admin/certificates", form);
    };
    const refused = await upload(1_000_000);
    expect(refused.status).toBe(503);
    expect(refused.text).not.toMatch(/EFBIG|file too large/i);
    expect(await readdir(join(dataDir, "uploads"))).toEqual([]);
    expect(await readdir(join(dataDir, "certificates"))).toEqual([]);
    expect((await upload(1000)).status).toBe(201);
    await app.signal("SIGTERM");
    await database.drop();
  });
});
