import { afterAll, beforeAll, expect, it } from "vitest";
import type { Certificate } from "../../../src/business/record/certificates/certificate.schema.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { startApp, type TestApp } from "../../support/app.ts";

let test: TestApp;
let signIn: object;
beforeAll(async () => {
  test = await startApp();
  [signIn] = (await fillDemo(test.context)) as [object];
});
afterAll(() => test.close());

it("demo certificates are small PDFs that their owner can download", async () => {
  const owner = test.visitor();
  await owner.post("/api/login", signIn);
  const certificates = (await owner.get("/api/user/certificates")).json<Certificate[]>();
  for (const { name, fileUrl } of certificates) {
    const file = await owner.get(fileUrl);
    expect(file.statusCode).toBe(200);
    expect(file.headers["content-type"]).toBe("application/pdf");
    const text = file.rawPayload.toString("latin1");
    expect(text).toMatch(/^%PDF-1\.\d[^]*%%EOF\n?$/);
    expect(text).toContain(`(${name}: Olivia Bennett)`);
    expect(text).toContain("/MediaBox [0 0 841.89 595.28]");
    expect(file.rawPayload.length).toBeLessThan(20_000);
  }
});

it("every demo certificate has a file and was issued on the day of its upload", async () => {
  const rows = await test.context.database.kysely
    .selectFrom("certificates")
    .innerJoin("users", "users.id", "certificates.user_id")
    .select(["file_key as key", "issued_at as issuedAt", "uploaded_at as uploadedAt"])
    .select("users.created_at as joinedAt")
    .orderBy("certificates.id")
    .execute();
  expect(rows.length).toBeGreaterThan(20);
  const times = rows.map(({ uploadedAt }) => Date.parse(uploadedAt));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { key, issuedAt, uploadedAt, joinedAt } of rows) {
    const file = await test.context.files.open(key);
    file?.stream.destroy();
    expect(file?.size).toBeGreaterThan(1000);
    expect(new Date(issuedAt).toISOString()).toBe(
      `${new Date(uploadedAt).toISOString().slice(0, 10)}T00:00:00.000Z`,
    );
    expect(Date.parse(uploadedAt)).toBeGreaterThan(Date.parse(joinedAt));
  }
});
