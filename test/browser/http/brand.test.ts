import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeLogo } from "../../../src/business/office/brand/brand.ts";
import { runHousekeeping } from "../../../src/business/office/housekeeping/housekeeping.ts";
import { withIdempotency } from "../../../src/calls/with-idempotency.ts";
import { DAY } from "../../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";
import { multipart } from "../../support/pdf.ts";
import { EICAR, startVirusScanner } from "../../support/virus-scanner.ts";

interface Brand {
  name: string | null;
  logoUrl: string | null;
  accent: string | null;
  warnings: { theme: string; use: string }[];
  updatedBy: string | null;
}

const PNG = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), randomBytes(200)]);
const WEBP = Buffer.concat([
  Buffer.from("RIFF\u0001\u0002\u0003\u0004WEBPVP8 ", "latin1"),
  randomBytes(50),
]);
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(50)]);
const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp({ env: { FIRM_NAME: "Propdesk" } });
  owner = await test.administrator();
});
afterAll(() => test.close());

const path = "/api/admin/settings/brand";
const readBrand = async () => (await owner.get(path)).json<Brand>();
const pageOf = async (app = test, url = "/auth") => (await app.visitor().get(url)).body;

function upload(browser: Browser, content: Buffer, fileName = "logo.png") {
  const part = { name: "logo", value: content, filename: fileName, type: "image/png" };
  return browser.send({ method: "POST", url: `${path}/logo`, ...multipart([part]) });
}

describe("the brand", () => {
  it("is the default until an owner changes it", async () => {
    expect(await readBrand()).toEqual({
      name: null,
      defaultName: "Propdesk",
      logoUrl: null,
      accent: null,
      shades: null,
      warnings: [],
      senderName: null,
      termsUrl: null,
      privacyUrl: null,
      supportAddress: null,
      updatedAt: null,
      updatedBy: null,
    });
    const page = await pageOf();
    expect(page).toContain("<title>Propdesk</title>");
    expect(page).not.toContain("--accent");
    expect(page).toContain('name="logo" content=""');
  });

  it("applies to the next page on every instance, and to mails", async () => {
    const other = await test.secondInstance();
    await other.visitor().get("/auth");
    const response = await owner.patch(path, {
      name: `Bull & "Bear" <b>`,
      accent: "#FFD400",
      supportAddress: "help@bull.example",
      privacyUrl: "https://bull.example/privacy?a=1&b=2",
    });
    expect(response.statusCode).toBe(200);
    expect(response.json<Brand>()).toMatchObject({
      accent: "#ffd400",
      updatedBy: "Test administrator",
    });
    for (const app of [test, other]) {
      const page = await pageOf(app);
      expect(page).toContain("<title>Bull &amp; &quot;Bear&quot; &lt;b></title>");
      expect(page).toContain('name="privacy" content="https://bull.example/privacy?a=1&amp;b=2"');
      expect(page).toContain('name="support" content="mailto:help@bull.example"');
      const nonce = /<script nonce="([^"]+)"/.exec(page)?.[1];
      expect(page).toContain(`<style nonce="${nonce}">html:root{--accent:light-dark(#`);
    }
    await other.close();
    const trader = await test.trader();
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const [mail] = await test.mailsTo(trader.email);
    expect(mail!.from).toEqual({ name: `Bull & "Bear" <b>`, address: "no-reply@localhost" });
    expect(mail!.html).toContain("Bull &amp; &quot;Bear&quot; &lt;b&gt;");
    expect(mail!.html).toContain("mailto:help@bull.example");
  });

  it("keeps omitted fields, restores the default for null, and is recorded in the audit log", async () => {
    await owner.patch(path, { name: "Meridian", senderName: "Meridian Support" });
    await owner.patch(path, { name: null });
    // Repeating a change is not a change.
    await owner.patch(path, { name: null });
    expect(await readBrand()).toMatchObject({ name: null, senderName: "Meridian Support" });
    const events = (await owner.get("/api/admin/audit?action=brand.changed&limit=1")).json<
      { changes: object }[]
    >();
    expect(events[0]!.changes).toEqual({ name: { from: "Meridian", to: null } });
  });

  it.each([
    ["#ffd400", ["light text", "light buttons", "dark buttons"]],
    ["#0b7145", ["dark text"]],
  ])("accepts the accent %s, and lists what is not readable", async (accent, expected) => {
    const { warnings } = (await owner.patch(path, { accent })).json<Brand>();
    expect(warnings.map(({ theme, use }) => `${theme} ${use}`)).toEqual(expected);
  });

  it.each([
    [{ accent: "red" }, "Must be a colour such as #2742d6"],
    [{ accent: "#fff}html{display:none}" }, "Must be a colour such as #2742d6"],
    [
      { termsUrl: "javascript:alert(1)" },
      "Must be a full address, such as https://example.com/terms",
    ],
    [{ privacyUrl: "//bull.example" }, "Must be a full address, such as https://example.com/terms"],
    [
      { supportAddress: "data:text/html,x" },
      "Must be an email, or a full address such as https://example.com/help",
    ],
    [{ name: "Two\nlines" }, "Must be a single line"],
    [{ logo: "x" }, expect.any(String)],
  ])("rejects %j", async (input, message) => {
    const before = await readBrand();
    const response = await owner.patch(path, input);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ message }),
    ]);
    expect(await readBrand()).toEqual(before);
  });

  it("can be read by every role, but changed only by owners", async () => {
    const support = await test.administrator("support");
    expect((await support.get(path)).statusCode).toBe(200);
    expect((await support.patch(path, { name: "Mine" })).statusCode).toBe(403);
    expect((await upload(support, PNG)).statusCode).toBe(403);
    expect((await support.delete(`${path}/logo`)).statusCode).toBe(403);
  });
});

describe("the logo", () => {
  it.each([
    ["a PNG", PNG, "image/png"],
    ["a JPEG", JPEG, "image/jpeg"],
    ["a WebP", WEBP, "image/webp"],
  ])(
    "%s is served to anyone with safe headers, regardless of its name",
    async (_, content, type) => {
      const { logoUrl } = (await upload(owner, content, "logo.svg")).json<Brand>();
      const file = await test.visitor().get(logoUrl!);
      expect(file.statusCode).toBe(200);
      expect(file.rawPayload.equals(content)).toBe(true);
      expect(file.headers).toMatchObject({
        "content-type": type,
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "cross-origin",
      });
      const page = await pageOf();
      expect(page).toContain(`name="logo" content="${logoUrl}"`);
      expect(page).toContain(`<link rel="icon" href="${logoUrl}">`);
      expect(page).toContain(`class="splash" src="${logoUrl}"`);
    },
  );

  it.each([
    ["an SVG", SVG],
    ["a page", Buffer.from("<html><script>alert(1)</script>")],
    ["a PDF", Buffer.from("%PDF-1.7 ")],
  ])("%s is rejected, regardless of its declared type", async (_, content) => {
    const before = await readBrand();
    const response = await upload(owner, content);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      message: "Only PNG, JPEG and WebP images are accepted",
    });
    expect(await readBrand()).toEqual(before);
  });

  it("is required", async () => {
    const form = multipart([]);
    const response = await owner.send({ method: "POST", url: `${path}/logo`, ...form });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: "Choose a file" });
  });

  it("is rejected above 512 kB", async () => {
    const response = await upload(owner, Buffer.concat([PNG, Buffer.alloc(512 * 1024)]));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ message: "File size must be less than 512 kB" });
  });

  it("replaces the previous one, whose file is removed", async () => {
    const first = (await upload(owner, PNG)).json<Brand>().logoUrl!;
    const second = (await upload(owner, PNG)).json<Brand>().logoUrl!;
    expect((await test.visitor().get(first)).statusCode).toBe(404);
    expect(await test.context.files.open(first.split("/").at(-1)!)).toBeUndefined();
    expect((await test.visitor().get(second)).statusCode).toBe(200);
    expect((await owner.delete(`${path}/logo`)).json<Brand>().logoUrl).toBeNull();
    expect((await test.visitor().get(second)).statusCode).toBe(404);
    expect(await pageOf()).not.toContain("/api/brand/logo");
  });

  it("keeps its file if the call that removes it fails at the end", async () => {
    const { logoUrl } = (await upload(owner, PNG)).json<Brand>();
    const caller = { address: "127.0.0.1", requestId: "removal", userAgent: null };
    const actor = { kind: "token", id: 1, label: "Tool", scopes: [], caller } as const;
    const call = { actor, operation: "brand.removeLogo", key: "removal", input: {} };
    const crashed = withIdempotency(test.context, call, async (context) => {
      await removeLogo(context, { ...actor, scopes: [] });
      throw new Error("The call failed");
    });
    await expect(crashed).rejects.toThrow("The call failed");
    expect((await test.visitor().get(logoUrl!)).statusCode).toBe(200);
  });

  it("is scanned for viruses", async () => {
    const scanner = await startVirusScanner();
    const scanned = await startApp({ env: { CLAMD_URL: scanner.url } });
    const infected = Buffer.concat([PNG, Buffer.from(EICAR)]);
    const response = await upload(await scanned.administrator(), infected);
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain("Eicar-Test");
    await scanned.close();
    await scanner.close();
  });

  it("is kept by housekeeping, and no other file is served as a logo", async () => {
    const { logoUrl } = (await upload(owner, PNG)).json<Brand>();
    test.clock.advance(2 * DAY);
    await runHousekeeping(test.context);
    expect((await test.visitor().get(logoUrl!)).statusCode).toBe(200);
    for (const key of ["..%2f..%2fsecret", "0b9f3c5e-7a1d-4c2b-9e8f-1a2b3c4d5e6f.pdf", "x"]) {
      expect((await test.visitor().get(`/api/brand/logo/${key}`)).statusCode).toBe(404);
    }
  });
});
