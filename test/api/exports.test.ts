import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportedColumns } from "../../src/business/office/tables/define-table.rule.ts";
import { statementTable } from "../../src/business/record/statements/statement.table.ts";
import { readXlsxRows } from "../../src/business/record/statements/reading/xlsx-rows.ts";
import { csvOf, type ExportColumn } from "../../src/platform/exports/csv.ts";
import { xlsxOf } from "../../src/platform/exports/xlsx.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { importLines, tradeLine, withdrawStatement } from "../support/records.ts";
import { waitUntil } from "../support/until.ts";

let test: TestApp;
let owner: Browser;

beforeAll(async () => {
  test = await startApp({ listen: true });
  owner = await test.administrator();
  for (const [fullName, status, amount] of [
    ["=cmd|' /C calc'!A0", "active", "10"],
    ['Ada <Love> & "Lace"', "active", "250.5"],
    ["Bea, Roy", "breached", "1000"],
  ] as const) {
    const trader = await test.trader({ fullName });
    const account = { status, balance: amount, profitLoss: "-5.00", payoutEnabled: true };
    await owner.patch(`/api/admin/user/${trader.id}/account`, account);
    await trader.post("/api/user/payouts", {
      amount,
      paymentMethod: "bank",
      paymentDetails: "IBAN X",
    });
  }
});
afterAll(() => test.close());

/** The session of an administrator, for a client that reads the response as it arrives. */
const cookieOf = ({ cookies }: Browser) => ({
  cookie: Array.from(cookies, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; "),
});

const lines = (body: string) => body.replace("\uFEFF", "").trimEnd().split("\r\n");

interface Event {
  action: string;
  actorName: string;
  changes: Record<string, { to: unknown }>;
}

async function lastEvents(action: string): Promise<Record<string, unknown>[]> {
  const events = (await owner.get(`/api/admin/audit?limit=20&action=${action}`)).json<Event[]>();
  return events.map(({ changes }) =>
    Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])),
  );
}

describe("HEAD of an export", () => {
  it("returns the headers, reads nothing and records no export", async () => {
    const [trader] = (await owner.get("/api/admin/users?limit=1")).json<{ id: number }[]>();
    const paths = [
      ...["users", "payouts", "statements", "actions", "appeals"].flatMap((noun) =>
        ["csv", "xlsx"].map((format) => `/api/admin/${noun}/export.${format}`),
      ),
      "/api/admin/audit/export",
      `/api/admin/user/${trader!.id}/trades.csv`,
      `/api/admin/user/${trader!.id}/export`,
    ];
    const count = async () => {
      const { rows } = await test.context.database.pool.query<{ count: number }>(
        "select count(*)::int from audit_events where action like '%export%'",
      );
      return rows[0]!.count;
    };
    const before = await count();
    for (const url of paths) {
      const head = await owner.send({ method: "HEAD", url });
      expect([url, head.statusCode, head.body]).toEqual([url, 200, ""]);
      expect(head.headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"$/);
    }
    expect(await count()).toBe(before);
  });

  it("fails as GET does", async () => {
    for (const [url, status] of [
      ["/api/admin/users/export.csv?columns=secret", 400],
      ["/api/admin/user/2000000000/export", 404],
      ["/api/admin/user/2000000000/trades.csv", 404],
      ["/api/admin/payments/2000000000/export.csv", 404],
    ] as const) {
      const statuses = [
        (await owner.send({ method: "HEAD", url })).statusCode,
        (await owner.get(url)).statusCode,
      ];
      expect([url, ...statuses]).toEqual([url, status, status]);
    }
  });
});

describe("CSV of users", () => {
  it("has the chosen columns in the given order, and the sort order of the table", async () => {
    const query = "columns=balance,fullName,profitLoss&sort=balance&order=desc";
    const response = await owner.get(`/api/admin/users/export.csv?${query}`);
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(
      /filename="users-\d{4}-\d\d-\d\d\.csv"/,
    );
    expect(lines(response.body)).toEqual([
      "Balance,Name,Profit/Loss",
      '1000.00,"Bea, Roy",-5.00',
      '250.50,"Ada <Love> & ""Lace""",-5.00',
      "10.00,'=cmd|' /C calc'!A0,-5.00",
    ]);
  });

  it("honours filters and search", async () => {
    for (const [query, names] of [
      ["status=breached", ['"Bea, Roy"']],
      ["search=ro", ['"Bea, Roy"']],
      ["search=nothing", []],
    ] as const) {
      const response = await owner.get(`/api/admin/users/export.csv?columns=fullName&${query}`);
      expect(lines(response.body).slice(1)).toEqual(names);
    }
  });

  it("has all columns by default, but no credentials", async () => {
    const { body } = await owner.get("/api/admin/users/export.csv");
    expect(lines(body)[0]).toBe(
      "ID,Name,Email,Broker Login,Account Status,Phase,Balance,Profit/Loss,Currency,Room Today,Verdict,Payouts,Country,City,Waiting For,Acts Next,Tags,Banned,Registered (UTC)",
    );
    expect(lines(body)).toHaveLength(4);
  });

  it.each(["columns=password", "columns=id,id", "columns=", "sort=password", "limit=5"])(
    "returns 400 for %s",
    async (query) => {
      expect((await owner.get(`/api/admin/users/export.csv?${query}`)).statusCode).toBe(400);
    },
  );
});

describe("CSV of payouts", () => {
  it("has amounts, names and methods, and no payment details", async () => {
    const { body } = await owner.get("/api/admin/payouts/export.csv?sort=amount&order=asc");
    expect(lines(body)[1]).toMatch(/^\d+,\d+,'=cmd.+,10\.00,USD,Bank Transfer,\d{4}-.+Z,pending,/);
    expect(body).not.toContain("IBAN X");
  });
});

describe("a workbook", () => {
  it("has numbers, dates and texts", async () => {
    const query = "columns=id,fullName,balance,createdAt&sort=balance&order=desc";
    const response = await owner.get(`/api/admin/users/export.xlsx?${query}`);
    expect(response.headers["content-type"]).toContain("spreadsheetml.sheet");
    const files = unzipSync(response.rawPayload);
    expect(Object.keys(files).toSorted()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const sheet = new TextDecoder().decode(files["xl/worksheets/sheet1.xml"]);
    expect(sheet).toContain('<c s="2"><v>1000.00</v></c>');
    expect(sheet).toContain('Ada &lt;Love&gt; &amp; "Lace"');
    const { rows, isComplete } = readXlsxRows(response.rawPayload);
    expect(isComplete).toBe(true);
    expect(rows.map(({ cells }) => cells[1])).toEqual([
      "Name",
      "Bea, Roy",
      'Ada <Love> & "Lace"',
      "=cmd|' /C calc'!A0",
    ]);
    // The date of the test clock, in days since 30 December 1899.
    const serial = Number(/<c s="3"><v>([\d.]+)<\/v><\/c>/.exec(sheet)![1]);
    const registered = new Date((serial - 25_569) * 86_400_000);
    const { createdAt } = (await owner.get("/api/admin/users?limit=1")).json<
      { createdAt: string }[]
    >()[0]!;
    expect(Math.abs(registered.getTime() - Date.parse(createdAt))).toBeLessThan(60_000);
  });
});

describe("the export of statements", () => {
  const columns = "columns=fullName,fileName,format,trades,new,status,from,withdrawnReason";
  beforeAll(async () => {
    const [trader] = (await owner.get("/api/admin/users?search=Bea")).json<{ id: number }[]>();
    const trade = tradeLine({
      ticket: 1,
      opened: "2026-01-05 08:00",
      closed: "2026-01-05 09:00",
      profit: "12.50",
    });
    const { id } = await importLines(owner, trader!.id, [trade]);
    await withdrawStatement(owner, id, "=wrong, account");
    await importLines(owner, trader!.id, [trade]);
  });

  it("has the traders, contents and status, in the requested order", async () => {
    const rows = [
      /^"Bea, Roy",\S+,csv,1,2,withdrawn,2026-01-05T08:00:00\.000Z,"'=wrong, account"$/,
      /^"Bea, Roy",\S+,csv,1,2,partial,2026-01-05T08:00:00\.000Z,$/,
    ];
    const response = await owner.get(`/api/admin/statements/export.csv?${columns}&order=asc`);
    expect(response.headers["content-disposition"]).toContain('filename="statements-');
    const [heading, ...found] = lines(response.body);
    expect(heading).toBe("Name,File,Format,Trades,New Records,Status,From (UTC),Reason");
    expect(found).toEqual(rows.map((row) => expect.stringMatching(row) as string));
    await waitUntil(
      "the end of the export was recorded",
      async () => (await lastEvents("export.ended"))[0]?.table === "statements",
    );
    expect((await lastEvents("statements.exported"))[0]).toMatchObject({ format: "csv" });
    expect((await lastEvents("export.ended"))[0]).toMatchObject({ rows: 2, complete: true });
  });

  it("has every column under its own heading", async () => {
    const response = await owner.get(
      `/api/admin/statements/export.csv?columns=${Object.keys(exportedColumns(statementTable)).join()}`,
    );
    expect(lines(response.body)[0]).toBe(
      "ID,User ID,Name,Email,Stage ID,File,Format,Login,Currency,From (UTC),To (UTC)," +
        "Trades,Open Trades,Operations,New Records,Known Records,Conflicts,Profit," +
        "Opening Balance,Closing Balance,Status,Difference,Imported (UTC),Imported By," +
        "Confirmed (UTC),Confirmed By,Withdrawn (UTC),Withdrawn By,Reason",
    );
  });

  it("honours filter and search, and rejects unknown columns", async () => {
    const count = async (query: string) =>
      lines((await owner.get(`/api/admin/statements/export.csv?${columns}&${query}`)).body).length -
      1;
    expect(await count("search=bea")).toBe(2);
    expect(await count("search=ada")).toBe(0);
    expect(await count("status=waiting")).toBe(0);
    for (const query of ["columns=findings", "status=lost", "sort=fileName"]) {
      const response = await owner.get(`/api/admin/statements/export.csv?${query}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
    }
  });

  it("is also available as a workbook", async () => {
    const query = "columns=id,trades,openTrades,profit";
    const response = await owner.get(`/api/admin/statements/export.xlsx?${query}`);
    const { rows } = readXlsxRows(response.rawPayload);
    expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
      ["Trades", "Open Trades", "Profit"],
      ["1", "0", "12.50"],
      ["1", "0", "12.50"],
    ]);
  });
});

describe("the audit log", () => {
  it("records the columns and filters before the first row, and the number of rows after the last", async () => {
    await owner.get("/api/admin/users/export.csv?status=breached&columns=id");
    expect((await lastEvents("users.exported"))[0]).toMatchObject({
      format: "csv",
      status: "breached",
      columns: "id",
    });
    await waitUntil(
      "the end of the export was recorded",
      async () => (await lastEvents("export.ended"))[0]?.rows === 1,
    );
    expect((await lastEvents("export.ended"))[0]).toEqual({
      table: "users",
      format: "csv",
      rows: 1,
      complete: true,
    });
  });
});

it("the role support may not export", async () => {
  const support = await test.administrator("support");
  for (const table of ["users", "payouts", "statements"]) {
    const response = await support.get(`/api/admin/${table}/export.csv`);
    expect([table, response.statusCode]).toEqual([table, 403]);
  }
});

describe("at 100,000 rows", () => {
  const ROWS = 100_000;
  beforeAll(async () => {
    const client = await test.context.database.pool.connect();
    await client.query("set session_replication_role = replica; set statement_timeout = 0");
    for (let made = 0; made < ROWS; made += 10_000) {
      await client.query(`
        with traders as (
          insert into users (full_name, email, created_at)
          select 'Many ' || n, 'many.' || n || '@example.com', now()
          from generate_series(${made + 1}, ${made + 10_000}) as n returning id)
        insert into trading_accounts (user_id, created_at) select id, now() from traders`);
    }
    await client.query("analyze users, trading_accounts");
    client.release(true);
  }, 120_000);

  it.each(["csv", "xlsx"])(
    "streams %s to the last row",
    async (format) => {
      let bytes = 0;
      const response = await fetch(
        `${test.url}/api/admin/users/export.${format}?columns=id,fullName,email`,
        { headers: cookieOf(owner) },
      );
      for await (const chunk of response.body!) {
        bytes += chunk.length;
      }
      expect(bytes).toBeGreaterThan(format === "csv" ? 4_000_000 : 500_000);
      await waitUntil(
        "the end of the export was recorded",
        async () => (await lastEvents("export.ended"))[0]?.format === format,
      );
      expect((await lastEvents("export.ended"))[0]).toMatchObject({
        rows: ROWS + 3,
        complete: true,
      });
    },
    120_000,
  );

  it("reads only as many rows as the client, and records an aborted download", async () => {
    const controller = new AbortController();
    const response = await fetch(`${test.url}/api/admin/users/export.csv`, {
      headers: cookieOf(owner),
      signal: controller.signal,
    });
    await response.body!.getReader().read();
    controller.abort();
    await waitUntil(
      "the end of the export was recorded",
      async () => (await lastEvents("export.ended"))[0]?.complete === false,
    );
    expect(Number((await lastEvents("export.ended"))[0]!.rows)).toBeLessThan(ROWS);
  }, 60_000);
});

it.each([
  ["csv", csvOf],
  [
    "xlsx",
    (columns: typeof oneColumn, rows: AsyncIterable<string[]>) => xlsxOf("t", columns, rows),
  ],
] as const)("%s is generated only as fast as a slow reader requires", async (_format, fileOf) => {
  let read = 0;
  async function* batches() {
    for (; read < 1000; read += 1) {
      yield Array.from({ length: 100 }, () => randomBytes(500).toString("hex"));
    }
  }
  const file = fileOf(oneColumn, batches());
  const chunks = file[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.next();
  await waitUntil("as much is buffered as a stream may hold", async () => isFull(file));
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(read).toBeLessThan(20);
  file.destroy();
});

const isFull = (file: Readable) => file.readableLength >= file.readableHighWaterMark;

const oneColumn: ExportColumn<string>[] = [{ header: "Text", kind: "text", read: (text) => text }];
