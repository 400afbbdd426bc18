import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachmentKindOf } from "../../src/business/decisions/appeals/attachments.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { runHousekeeping } from "../../src/business/office/housekeeping/housekeeping.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { multipart, type Part, pdf } from "../support/pdf.ts";
import { expectPlainRejection } from "../support/sentences.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const png = Buffer.from("\u0089PNG\r\n\u001a\n0000", "latin1");
const html = "<html><body><table><tr><td>Closed Transactions</td></tr></table></body></html>";

/** A trader whose payout request was rejected, and who has appealed. */
async function appealed() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const sent = { amount: "10.00", paymentMethod: "bank" };
  const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
  const rejection = { status: "rejected", adminNotes: "No bank details" };
  await administrator.patch(`/api/admin/payouts/${id}`, rejection);
  const text = "The bank details are in my profile.";
  const appeal = await trader.post(`/api/user/payouts/${id}/appeal`, { text });
  return { trader, payoutId: id, appealId: appeal.json<{ id: number }>().id };
}

function attach(trader: Browser, appealId: number | string, file: Partial<Part> = {}) {
  const part = { name: "file", filename: "proof.pdf", type: "application/pdf", value: pdf() };
  return trader.send({
    method: "POST",
    url: `/api/user/appeals/${appealId}/attachments`,
    ...multipart([{ ...part, ...file }]),
  });
}

const storedFiles = () => readdir(join(test.context.config.dataDir, "certificates"));

it.each([
  ["a PDF", pdf(), "pdf"],
  ["a PNG image", png, "png"],
  ["a JPEG image", "\u00ff\u00d8\u00ff\u00e0", "jpg"],
  ["a WebP image", "RIFF0000WEBPVP8 ", "webp"],
  ["a statement in HTML", html, "statement"],
  ["a statement in UTF-16", Buffer.from("\ufeff<html>", "utf16le"), "statement"],
  ["a table", "Ticket,Time,Profit\r\n1,2026-03-02,5.00", "statement"],
  ["a workbook", "PK\u0003\u0004\u0014\u0000\u0006\u0000", "statement"],
  ["a program", "MZ\u0090\u0000\u0003\u0000", undefined],
  ["a program for Linux", "\u007fELF\u0002\u0001\u0001\u0000", undefined],
  ["an archive", "Rar!\u001a\u0007\u0001\u0000", undefined],
  ["a film", "\u0000\u0000\u0000\u0018ftypmp42", undefined],
])("%s is recognised by its content", (_what, content, kind) => {
  const start = Buffer.from(content as string, "latin1").subarray(0, 64);
  expect(attachmentKindOf(start)).toBe(kind);
});

describe("a file attached to an appeal", () => {
  it("is listed for its trader and for administrators, and downloaded as it was", async () => {
    const { trader, appealId } = await appealed();
    const attached = await attach(trader, appealId, { filename: "C:\\fakepath\\Übersicht.pdf" });
    expect(attached.statusCode).toBe(201);
    const attachment = {
      id: expect.any(Number) as number,
      appealId,
      name: "Übersicht.pdf",
      type: "application/pdf",
      size: pdf().length,
      createdAt: expect.any(String) as string,
    };
    expect(attached.json()).toEqual(attachment);
    for (const transport of transports) {
      const own = await transport.call(trader, "trader.appeals.attachments", { id: appealId });
      expect(own.body).toEqual([attachment]);
      const theirs = await transport.call(administrator, "admin.appeals.attachments", {
        id: appealId,
      });
      expect(theirs.body).toEqual([attachment]);
    }
    const { id } = attached.json<{ id: number }>();
    for (const reader of [trader, administrator, await test.token(["records:read"])]) {
      const file = await reader.get(`/api/appeal-attachments/${id}/file`);
      expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(file.headers["content-disposition"]).toBe(
        "attachment; filename=\"_bersicht.pdf\"; filename*=UTF-8''%C3%9Cbersicht.pdf",
      );
      expect(file.rawPayload).toEqual(pdf());
    }
  });

  it("is never served as HTML", async () => {
    const { trader, appealId } = await appealed();
    const value = "<html><script>alert(1)</script></html>";
    const attached = await attach(trader, appealId, {
      filename: "a.html",
      type: "text/html",
      value,
    });
    const { id } = attached.json<{ id: number }>();
    const { headers } = await administrator.get(`/api/appeal-attachments/${id}/file`);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringContaining("attachment") as string,
      "x-content-type-options": "nosniff",
    });
  });

  it("does not exist for other traders, nor does the appeal", async () => {
    const { trader, appealId } = await appealed();
    const { id } = (await attach(trader, appealId)).json<{ id: number }>();
    const stranger = await test.trader();
    const answers = [
      await attach(stranger, appealId),
      await stranger.get(`/api/user/appeals/${appealId}/attachments`),
      await stranger.get(`/api/appeal-attachments/${id}/file`),
      await attach(trader, "2147483648"),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect((await attach(administrator, appealId)).statusCode).toBe(401);
    expect((await attach(await test.token(["records:write"]), appealId)).statusCode).toBe(403);
    expect((await test.visitor().get(`/api/appeal-attachments/${id}/file`)).statusCode).toBe(401);
  });

  it.each<[string, Partial<Part>, number, string]>([
    ["an empty file", { value: "" }, 400, "missing or empty"],
    ["a field in place of a file", { filename: undefined }, 400, "missing or empty"],
    ["a program called a PDF", { value: "MZ\u0000\u0001" }, 400, "Only a PDF"],
    ["more than 5 MB", { value: pdf(5 * 1024 * 1024 + 1) }, 413, "5 MB"],
  ])("with %s is refused, and nothing is stored", async (_what, file, status, message) => {
    const { trader, appealId } = await appealed();
    const before = await storedFiles();
    const response = await attach(trader, appealId, file);
    expectPlainRejection({
      status: response.statusCode,
      body: response.json<Record<string, unknown>>(),
      message: response.json<{ message: string }>().message,
      response,
    });
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain(message);
    expect(await storedFiles()).toEqual(before);
  });

  it("of exactly 5 MB is accepted, and a name without visible characters is replaced", async () => {
    const { trader, appealId } = await appealed();
    const whole = { value: pdf(5 * 1024 * 1024), filename: "\u202e\u0007" };
    expect((await attach(trader, appealId, whole)).json()).toMatchObject({
      name: "attachment.pdf",
    });
  });

  it.each<[string, string | Buffer, string]>([
    ["receipt.pdf.html", pdf(), "receipt.pdf.html.pdf"],
    ["screen.svg", png, "screen.svg.png"],
    ["run.bat", "del *.*", "run.bat.txt"],
    ["statement.hta", html, "statement.hta.txt"],
    ["Statement.HTM", html, "Statement.HTM"],
    ["macros.xlsm", "PK\u0003\u0004", "macros.xlsm.txt"],
  ])("called %s is stored under a name that fits its content", async (filename, value, name) => {
    const { trader, appealId } = await appealed();
    expect((await attach(trader, appealId, { filename, value })).json()).toMatchObject({ name });
  });

  it("is one of at most three, of which concurrent uploads make no fourth", async () => {
    const { trader, appealId } = await appealed();
    await attach(trader, appealId);
    await attach(trader, appealId);
    const before = (await storedFiles()).length;
    const both = [1, 2].map(() => () => attach(trader, appealId));
    const answers = await meetAtLock(test, row("users", trader.id), both);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toMatchObject({
      message: "At most 3 files can be attached to an appeal",
    });
    expect(await storedFiles()).toHaveLength(before + 1);
  });

  it("is refused once the appeal has been decided", async () => {
    const { trader, appealId } = await appealed();
    const owner = await test.administrator("owner");
    await owner.post(`/api/admin/appeals/${appealId}`, { decision: "deny", reason: "Still none" });
    const refused = await attach(trader, appealId);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("has been decided");
  });

  it("is recorded in the audit log", async () => {
    const { trader, appealId } = await appealed();
    const { id } = (await attach(trader, appealId)).json<{ id: number }>();
    const path = `/api/admin/audit?traderId=${trader.id}&action=appeal.file-attached`;
    expect((await administrator.get(path)).json()).toMatchObject([
      {
        actor: "trader",
        changes: {
          appealId: { to: appealId },
          attachmentId: { to: id },
          fileName: { to: "proof.pdf" },
        },
      },
    ]);
  });

  it("survives housekeeping, and is deleted with its trader", async () => {
    const { trader, payoutId, appealId } = await appealed();
    await attach(trader, appealId, { filename: "a.png", value: png });
    const keys = await storedKeys(appealId);
    expect(keys).toHaveLength(1);
    test.clock.advance(2 * DAY);
    await runHousekeeping(test.context);
    expect(await storedFiles()).toEqual(expect.arrayContaining(keys));
    const owner = await test.administrator("owner");
    const deleted = await owner.delete(`/api/admin/user/${trader.id}`);
    expect([deleted.statusCode, payoutId > 0]).toEqual([200, true]);
    expect(await storedKeys(appealId)).toEqual([]);
    expect((await storedFiles()).filter((name) => keys.includes(name))).toEqual([]);
    administrator = await test.administrator();
  });
});

async function storedKeys(appealId: number): Promise<string[]> {
  const { rows } = await test.context.database.pool.query<{ file_key: string }>(
    "select file_key from appeal_attachments where appeal_id = $1",
    [appealId],
  );
  return rows.map(({ file_key }) => file_key);
}

describe.each(transports)("a trader's rejected payout request over $name", (transport) => {
  it("says until when it can be appealed against, and then holds the appeal", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const sent = { amount: "10.00", paymentMethod: "bank" };
    const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
    const read = async () =>
      (await transport.call(trader, "trader.payouts.getAppeal", { id })).body;
    expect(await read()).toEqual({ appeal: null, appealUntil: null });
    const rejection = { status: "rejected", adminNotes: "No bank details" };
    await administrator.patch(`/api/admin/payouts/${id}`, rejection);
    const own = (await trader.get(`/api/user/payouts/${id}`)).json<{
      timeline: { at: string }[];
    }>();
    const until = new Date(Date.parse(own.timeline.at(-1)!.at) + 14 * DAY).toISOString();
    expect(await read()).toEqual({ appeal: null, appealUntil: until });
    const text = "The bank details are in my profile.";
    const appeal = await trader.post(`/api/user/payouts/${id}/appeal`, { text });
    expect(await read()).toMatchObject({
      appeal: { id: appeal.json<{ id: number }>().id, subject: { kind: "payout", id }, text },
      appealUntil: null,
    });
    const stranger = await test.trader();
    const other = await transport.call(stranger, "trader.payouts.getAppeal", { id });
    expect(other.status).toBe(404);
  });
});
