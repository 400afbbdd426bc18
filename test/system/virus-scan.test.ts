import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { passport, saveIdentity, uploadPicture } from "../support/identities.ts";
import { certificateParts, multipart, pdf } from "../support/pdf.ts";
import { EICAR, startVirusScanner } from "../support/virus-scanner.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function appWith(clamdUrl: string) {
  const test = await startApp({ env: { CLAMD_URL: clamdUrl } });
  closers.push(() => test.close());
  const [administrator, trader] = [await test.administrator(), await test.trader()];
  const upload = (value: Buffer) => {
    const body = multipart(certificateParts(trader.id, { file: { value } }));
    return administrator.send({ method: "POST", url: "/api/admin/certificates", ...body });
  };
  const listed = async () => (await trader.get("/api/user/certificates")).json<unknown[]>();
  return { test, upload, listed };
}

async function scanner(response?: (file: Buffer) => string) {
  const server = await startVirusScanner(response);
  closers.push(() => server.close());
  return server;
}

async function keptFiles({ context: { config } }: TestApp): Promise<string[]> {
  const folders = ["uploads", "certificates"];
  return (await Promise.all(folders.map((folder) => readdir(join(config.dataDir, folder))))).flat();
}

describe("a picture of an identity, if ClamAV is configured", () => {
  it("is scanned as it is sent, and neither stored nor encrypted if it has a virus", async () => {
    const { url, files } = await scanner();
    const { test } = await appWith(url);
    const trader = await test.trader();
    await saveIdentity(trader);
    expect((await uploadPicture(trader)).statusCode).toBe(201);
    expect(files).toEqual([passport]);
    const before = await keptFiles(test);
    const rejected = await uploadPicture(
      trader,
      "front",
      Buffer.concat([passport, Buffer.from(EICAR)]),
    );
    expect([rejected.statusCode, rejected.json<{ message: string }>().message]).toEqual([
      400,
      "The virus scanner rejected this file: Eicar-Test",
    ]);
    expect(await keptFiles(test)).toEqual(before);
  });
});

describe("a certificate's file, if ClamAV is configured", () => {
  it("is scanned completely and stored if it has no virus", async () => {
    const { url, files } = await scanner();
    const { upload, listed } = await appWith(url);
    const file = pdf(5 * 1024 * 1024);
    expect((await upload(file)).statusCode).toBe(201);
    expect(files).toHaveLength(1);
    expect(files[0]!.equals(file)).toBe(true);
    expect(await listed()).toHaveLength(1);
  });

  it("is rejected and not stored if it has a virus", async () => {
    const { test, upload, listed } = await appWith((await scanner()).url);
    const response = await upload(Buffer.concat([pdf(), Buffer.from(EICAR)]));
    const message = "The virus scanner rejected this file: Eicar-Test";
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { message, issues: [{ path: ["certificateFile"], message }] },
    ]);
    expect(await listed()).toEqual([]);
    expect(await keptFiles(test)).toEqual([]);
  });

  it.each(["INSTREAM size limit exceeded. ERROR", "UNKNOWN COMMAND", ""])(
    "returns 503 with Retry-After if the scanner responds with %j",
    async (words) => {
      const { test, upload, listed } = await appWith((await scanner(() => words)).url);
      const response = await upload(pdf());
      expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
      expect(response.json<{ message: string }>().message).toMatch(/^File storage is unavailable/);
      expect(await listed()).toEqual([]);
      expect(await keptFiles(test)).toEqual([]);
    },
  );

  it("returns 503 if the scanner is unreachable", async () => {
    const server = await startVirusScanner();
    await server.close();
    const { upload, listed } = await appWith(server.url);
    expect((await upload(pdf())).statusCode).toBe(503);
    expect(await listed()).toEqual([]);
  });
});
