import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { certificateParts, multipart, type Part, pdf } from "../support/pdf.ts";

const MAX_BYTES = 5 * 1024 * 1024;

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const upload = (parts: Part[], browser = administrator) =>
  browser.send({ method: "POST", url: "/api/admin/certificates", ...multipart(parts) });

interface Certificate {
  id: number;
  fileUrl: string;
  issuedAt: string;
  uploadedAt: string;
}

/** Returns the names of all stored files, including those of unfinished uploads. */
async function keptFiles(): Promise<string[]> {
  const { dataDir } = test.context.config;
  const folders = ["uploads", "certificates"];
  return (await Promise.all(folders.map((folder) => readdir(join(dataDir, folder))))).flat();
}

describe("a certificate", () => {
  it("returns 201 when uploaded and appears in the trader's list", async () => {
    const trader = await test.trader();
    const response = await upload(certificateParts(trader.id, { issuedAt: "2026-03-14" }));
    expect(response.statusCode).toBe(201);
    const issued = response.json<Certificate>();
    expect(issued).toEqual({
      id: expect.any(Number) as number,
      userId: trader.id,
      name: "Phase 1 completed",
      fileUrl: `/api/certificates/${issued.id}/file`,
      issuedAt: "2026-03-14T00:00:00.000Z",
      uploadedAt: expect.stringMatching(/\.\d{3}Z$/) as string,
    });
    expect((await trader.get("/api/user/certificates")).json()).toEqual([issued]);
  });

  it("is listed above older ones", async () => {
    const trader = await test.trader();
    for (const name of ["first", "second"]) await upload(certificateParts(trader.id, { name }));
    const list = (await trader.get("/api/user/certificates")).json<{ name: string }[]>();
    expect(list.map(({ name }) => name)).toEqual(["second", "first"]);
  });

  it.each([undefined, "", " "])("is issued today if no date is given (%j)", async (issuedAt) => {
    const { id } = await test.trader();
    const issued = (await upload(certificateParts(id, { issuedAt }))).json<Certificate>();
    const today = test.clock.now().toISOString().slice(0, 10);
    expect(issued.issuedAt).toBe(`${today}T00:00:00.000Z`);
  });

  it.each([
    ["Pacific/Kiritimati", 14],
    ["Etc/GMT+12", -12],
  ])("is issued on the day that has begun in the firm's zone (%s)", async (timeZone, hours) => {
    const setZone = (zone: string) =>
      administrator.patch("/api/admin/settings/firm", { timeZone: zone });
    const { id } = await test.trader();
    await setZone(timeZone);
    const issued = (await upload(certificateParts(id))).json<Certificate>();
    await setZone("UTC");
    const local = new Date(Date.parse(issued.uploadedAt) + hours * HOUR);
    expect(issued.issuedAt).toBe(`${local.toISOString().slice(0, 10)}T00:00:00.000Z`);
  });

  it("is issued on the UTC day of a given time", async () => {
    const { id } = await test.trader();
    const issuedAt = "2026-03-14T09:26:53.589Z";
    const issued = (await upload(certificateParts(id, { issuedAt }))).json<Certificate>();
    expect(issued.issuedAt).toBe("2026-03-14T00:00:00.000Z");
  });

  it.each([
    "14.03.2026",
    "2026-02-30",
    "2026-13-01",
    "tomorrow",
    "2026-3-4",
    "2026-03-14T25:00Z",
    "0000-00-00",
    "0000-01-01",
    "2026-03-14T..Z",
    "20260314",
  ])("is not issued on %j", async (issuedAt) => {
    const { id } = await test.trader();
    const response = await upload(certificateParts(id, { issuedAt }));
    expect(response.statusCode).toBe(400);
    expect(response.json<object>()).toMatchObject({
      message: "Issue date must be a date such as 2026-03-14",
      issues: [{ path: ["issuedAt"] }],
    });
  });

  it("is downloaded unchanged by its owner and by administrators", async () => {
    const trader = await test.trader();
    const value = pdf(1_000_000);
    const { fileUrl } = (
      await upload(certificateParts(trader.id, { file: { value } }))
    ).json<Certificate>();
    for (const browser of [trader, administrator]) {
      const response = await browser.get(fileUrl);
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(value)).toBe(true);
      expect(response.headers).toMatchObject({
        "content-type": "application/pdf",
        "content-length": "1000000",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      const head = await browser.send({ method: "HEAD", url: fileUrl });
      expect([head.statusCode, head.body]).toEqual([200, ""]);
      expect(head.headers["content-length"]).toBe("1000000");
    }
  });

  it("is hidden from everyone else", async () => {
    const [owner, other] = [await test.trader(), await test.trader()];
    const { fileUrl } = (await upload(certificateParts(owner.id))).json<Certificate>();
    expect((await test.visitor().get(fileUrl)).statusCode).toBe(401);
    const response = await other.get(fileUrl);
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { message: "Certificate not found" },
    ]);
    expect((await other.get("/api/user/certificates")).json()).toEqual([]);
  });

  it.each([
    "2147483647",
    "2147483648",
    "0",
    "-1",
    "1.5",
    "abc",
    "1e2",
    "99999999999999999999",
    "%00",
    "..%2f..%2fsecrets",
  ])("that does not exist (%s) returns 404", async (id) => {
    const response = await administrator.get(`/api/certificates/${id}/file`);
    expect([id, response.statusCode]).toEqual([id, 404]);
  });

  it.each([
    ['Größe ✓ "quoted" / \\ name', "Gr__e _ _quoted_ _ _ name.pdf"],
    ["a\r\nSet-Cookie: x=1", "a__Set-Cookie_ x_1.pdf"],
    ["日本".repeat(200), `${"_".repeat(100)}.pdf`],
  ])("may be named %j", async (name, filename) => {
    const { id } = await test.trader();
    const { id: stored, fileUrl } = (await upload(certificateParts(id))).json<Certificate>();
    // Earlier versions accepted line breaks.
    const { pool } = test.context.database;
    await pool.query("update certificates set name = $1 where id = $2", [name, stored]);
    const response = await administrator.get(fileUrl);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toContain(`filename="${filename}"`);
    expect(response.headers["set-cookie"]).toBeUndefined();
  });

  it("may have exactly 5 MB, but no byte more", async () => {
    const trader = await test.trader();
    const largest = { value: pdf(MAX_BYTES) };
    expect((await upload(certificateParts(trader.id, { file: largest }))).statusCode).toBe(201);
    for (const size of [MAX_BYTES + 1, 4 * MAX_BYTES]) {
      const response = await upload(certificateParts(trader.id, { file: { value: pdf(size) } }));
      expect(response.statusCode).toBe(413);
      expect(response.json<object>()).toMatchObject({
        message: "File size must be less than 5MB",
        issues: [{ path: ["certificateFile"], message: "File size must be less than 5MB" }],
      });
    }
    expect((await trader.get("/api/user/certificates")).json()).toHaveLength(1);
  });
});

describe("a PDF whose type the client does not know", () => {
  it.each([
    ["as application/octet-stream", "application/octet-stream"],
    ["without a content type", undefined],
  ])("is accepted %s", async (_name, type) => {
    const { id } = await test.trader();
    const response = await upload(certificateParts(id, { file: { type } }));
    expect(response.statusCode).toBe(201);
    const file = await administrator.get(response.json<Certificate>().fileUrl);
    expect(file.headers["content-type"]).toBe("application/pdf");
  });
});

describe("a rejected upload stores nothing", () => {
  const file = (changes: Partial<Part>) => (id: number) => certificateParts(id, { file: changes });
  const without = (name: string) => (id: number) =>
    certificateParts(id).filter((part) => part.name !== name);
  const required = "Certificate PDF is required";
  const onlyPdf = "Only PDF files are accepted";

  it.each<[string, number, string, (id: number) => Part[]]>([
    ["without a name", 400, "Certificate name is required", without("name")],
    [
      "with a blank name",
      400,
      "Certificate name is required",
      (id) => certificateParts(id, { name: " " }),
    ],
    ["without a file", 400, required, without("certificateFile")],
    ["with a file field left empty", 400, required, file({ filename: "", value: "" })],
    ["with an empty file", 400, required, file({ value: "" })],
    [
      "with text in place of the file",
      400,
      required,
      file({ filename: undefined, type: undefined, value: "certificate.pdf" }),
    ],
    [
      "with a picture",
      400,
      onlyPdf,
      file({ type: "image/png", filename: "a.png", value: "\u0089PNG" }),
    ],
    ["with a PDF that is declared a picture", 400, onlyPdf, file({ type: "image/png" })],
    ["with HTML of no known type", 400, onlyPdf, file({ type: undefined, value: "<html></html>" })],
    [
      "with HTML that is declared a PDF",
      400,
      onlyPdf,
      file({ value: "<script>alert(1)</script>" }),
    ],
    [
      "with a PDF's header far inside",
      400,
      onlyPdf,
      file({ value: `${" ".repeat(2000)}%PDF-1.7` }),
    ],
    ["without a trader", 400, "userId is required", without("userId")],
    [
      "with NUL in the name",
      400,
      "Text must not contain NUL or broken characters",
      (id) => certificateParts(id, { name: "a\0b" }),
    ],
    [
      "with an unknown field",
      400,
      "Unknown field: status",
      (id) => [...certificateParts(id), { name: "status", value: "x" }],
    ],
    ["for an unknown trader", 404, "User not found", () => certificateParts(2_147_483_647)],
  ])("%s", async (_name, status, message, parts) => {
    const trader = await test.trader();
    const before = await keptFiles();
    const response = await upload(parts(trader.id));
    expect(response.json<object>()).toMatchObject({ message });
    expect(response.statusCode).toBe(status);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
    expect(await keptFiles()).toEqual(before);
  });

  it("and returns every error", async () => {
    const response = await upload([
      { name: "userId", value: "x" },
      { name: "status", value: "x" },
    ]);
    expect(response.json<{ issues: object[] }>().issues).toEqual([
      { path: ["name"], message: "Certificate name is required" },
      { path: ["userId"], message: "userId must be the id of a trader" },
      { path: ["status"], message: "Unknown field: status" },
      { path: ["certificateFile"], message: "Certificate PDF is required" },
    ]);
  });

  it.each(["0", "-1", "1.5", "abc", "", "2147483648", "99999999999999999999", "1e2", " 1"])(
    "if the trader is %j",
    async (userId) => {
      const parts = certificateParts(1).map((part) =>
        part.name === "userId" ? { ...part, value: userId } : part,
      );
      const response = await upload(parts);
      expect([400, 404]).toContain(response.statusCode);
      expect(response.json<{ message: string }>().message).not.toBe("");
    },
  );

  it("if the caller is not an administrator", async () => {
    const trader = await test.trader();
    expect((await upload(certificateParts(trader.id), test.visitor())).statusCode).toBe(401);
    expect((await upload(certificateParts(trader.id), trader)).statusCode).toBe(403);
    expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  });
});

it("an upload issues nothing if its administrator signs out before it is complete", async () => {
  const trader = await test.trader();
  const leaving = await test.administrator();
  const before = await keptFiles();
  const { payload, headers } = multipart(certificateParts(trader.id));
  async function* slowly() {
    yield payload.subarray(0, 200);
    expect((await leaving.post("/api/admin/logout")).statusCode).toBe(200);
    yield payload.subarray(200);
  }
  const response = await leaving.send({
    method: "POST",
    url: "/api/admin/certificates",
    payload: Readable.from(slowly()),
    headers,
  });
  expect(response.statusCode).toBe(401);
  expect((await trader.get("/api/user/certificates")).json()).toEqual([]);
  expect(await keptFiles()).toEqual(before);
});
