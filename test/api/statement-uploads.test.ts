import type { Socket } from "node:net";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { holdLock, row } from "../support/barrier.ts";
import { demoStatement } from "../support/demo-statements.ts";
import type { Browser } from "../support/http.ts";
import { loggedApp } from "../support/logged-app.ts";
import { multipart } from "../support/pdf.ts";
import {
  csvStatement,
  filesOf,
  importDemo,
  type StatementAnswer,
  tradeLine,
  uploadStatement,
} from "../support/records.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

describe("a file that is not a statement", () => {
  const workbook = writeStatement(demoStatement(), "mt5-xlsx");
  const files: [string, Buffer][] = [
    ["an empty file", Buffer.alloc(0)],
    ["an empty table", csvStatement()],
    ["text", Buffer.from("Dear trader,\nplease find attached")],
    ["a PDF named statement.htm", Buffer.from("%PDF-1.7\n%%EOF")],
    ["a web page", Buffer.from("<html><body><table><tr><td>Hello</td></tr></table></body></html>")],
    ["an image", Buffer.from("\u0089PNG\r\n\u001a\n", "latin1")],
    ["the first bytes of a workbook", workbook.subarray(0, 100)],
    ["bytes without a meaning", Buffer.from([0, 1, 2, 3, 255, 254, 0, 7])],
  ];

  it.each(files)(
    "returns 400 with the accepted formats, and stores nothing: %s",
    async (_name, file) => {
      const trader = await test.trader();
      const before = await filesOf(test);
      const response = await uploadStatement(administrator, trader.id, file);
      expect(response.statusCode).toBe(400);
      const { message } = response.json<{ message: string }>();
      expect(message).toMatch(/^The file .*MetaTrader 4.*MetaTrader 5.*CSV/);
      expect(await filesOf(test)).toEqual(before);
      expect((await trader.get("/api/user/statements")).json()).toEqual([]);
      expect((await trader.get("/api/user/stages")).json()).toEqual([]);
    },
  );

  it("may take longer to import than a connection may be idle", async () => {
    const server = await loggedApp(test.context, () => {});
    const sockets: Socket[] = [];
    server.server.on("connection", (socket) => sockets.push(socket));
    await server.listen({ host: "127.0.0.1", port: 0 });
    const { token } = await test.token(["records:write"]);
    const trader = await test.trader();
    const held = await holdLock(test, row("users", trader.id));
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(writeStatement(demoStatement(), "csv"))]), "s.csv");
    const uploaded = fetch(`${server.listeningOrigin}/api/admin/user/${trader.id}/statements`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    await held.blocked(1);
    expect(sockets.map(({ timeout }) => timeout)).toEqual([600_000]);
    await held.release();
    expect((await uploaded).status).toBe(201);
    await server.close();
  });

  it("returns 413 above 50 MB, and stores nothing", async () => {
    const trader = await test.trader();
    const before = await filesOf(test);
    const large = Buffer.alloc(50 * 1024 * 1024 + 1, "x");
    const response = await uploadStatement(administrator, trader.id, large);
    expect(response.statusCode).toBe(413);
    expect(await filesOf(test)).toEqual(before);
  });

  it("returns 413 if a workbook unpacks to more than 400 MB, and stores nothing", async () => {
    const trader = await test.trader();
    const before = await filesOf(test);
    const bomb = Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": Buffer.from("<worksheet>") }));
    // The size that the archive declares.
    bomb.writeUInt32LE(401 * 1024 * 1024, 22);
    const response = await uploadStatement(administrator, trader.id, bomb);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({ message: expect.stringContaining("400 MB") });
    expect(await filesOf(test)).toEqual(before);
  });
});

describe("an upload", () => {
  const file = csvStatement(tradeLine({ ticket: 1, opened: "2026-01-05 08:00" }));

  it("requires a form with a file, a trader, a stage of the trader, a time zone and valid flags", async () => {
    const trader = await test.trader();
    const other = await test.trader();
    const { stageId } = await importDemo(administrator, other.id);
    const url = `/api/admin/user/${trader.id}/statements`;
    const send = (parts: Parameters<typeof multipart>[0]) =>
      administrator.send({ method: "POST", url, ...multipart(parts) });
    const part = { name: "file", filename: "a.csv", type: "text/csv", value: file };
    const statuses = {
      json: (await administrator.post(url, { file: "x" })).statusCode,
      nothing: (await send([])).statusCode,
      unknownField: (await send([{ name: "x", value: "1" }, part])).statusCode,
      zone: (await send([{ name: "timeZone", value: "Mars/Base" }, part])).statusCode,
      dryRun: (await send([{ name: "dryRun", value: "yes" }, part])).statusCode,
      stage: (await send([{ name: "stageId", value: "x" }, part])).statusCode,
      otherStage: (await send([{ name: "stageId", value: String(stageId) }, part])).statusCode,
      noTrader: (await uploadStatement(administrator, 2_000_000_000, file)).statusCode,
      stranger: (await uploadStatement(trader, trader.id, file)).statusCode,
      nobody: (await uploadStatement(test.visitor(), trader.id, file)).statusCode,
    };
    expect(statuses).toEqual({
      json: 415,
      nothing: 400,
      unknownField: 400,
      zone: 400,
      dryRun: 400,
      stage: 400,
      otherStage: 404,
      noTrader: 404,
      stranger: 403,
      nobody: 401,
    });
    expect((await trader.get("/api/user/statements")).json()).toEqual([]);
  });

  it("of two files at the same time stores each record once", async () => {
    const trader = await test.trader();
    const statement = demoStatement();
    const responses = await Promise.all(
      (["mt4-html", "csv", "mt4-html"] as const).map((format) =>
        uploadStatement(administrator, trader.id, writeStatement(statement, format), {
          timeZone: "Europe/Athens",
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201, 201]);
    const counts = responses.map((response) => response.json<StatementAnswer>().counts);
    expect(counts.map((each) => each.new).toSorted((a, b) => a - b)).toEqual(
      expect.arrayContaining([0, 13]),
    );
    const trades = (await trader.get("/api/user/trades")).json<{ sources: object[] }[]>();
    expect(trades).toHaveLength(6);
    for (const { sources } of trades) expect(sources).toHaveLength(2);
    expect((await trader.get("/api/user/stages")).json()).toHaveLength(1);
  });
});
