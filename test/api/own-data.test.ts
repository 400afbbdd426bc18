import { Readable } from "node:stream";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { leftOutTables, ownDataParts } from "../../src/business/watch/own-data/own-data.queries.ts";
import { HOUR } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";
import { dailyLoss, rulesOf } from "../support/judged.ts";
import { importDemo, startStage } from "../support/records.ts";

const MASTER_PASSWORD = "Master-Password-77";
const IBAN = "DE89370400440532013000";
const NOTE = "Called about the withdrawal";

let test: TestApp;
let owner: Browser;
let trader: Browser & { id: number; email: string };

beforeAll(async () => {
  test = await startApp({ listen: true, env: { RATE_LIMIT: "on", FIRM_NAME: "Bull & Bear" } });
  owner = await test.administrator();
  const other = await test.trader({
    fullName: "Zacharias Otherman",
    email: "zacharias@example.com",
  });
  trader = await test.trader({ fullName: "=Olivia Bennett" });
  const bridge = await test.token(["feed:write"], { label: "Label of a bridge" });
  const path = `/api/admin/user/${trader.id}`;
  const account = { login: "7400001", masterPassword: MASTER_PASSWORD, payoutEnabled: true };
  await owner.patch(`${path}/account`, { ...account, balance: "5000.00", profitLoss: "-5.00" });
  const rules = rulesOf({ limits: [dailyLoss()] });
  const created = await owner.post("/api/admin/rules", { name: "Evaluation", rules });
  const { versions } = created.json<{ versions: { id: number }[] }>();
  const fields = { startedAt: "2026-03-02T00:00:00.000Z", rulesVersionId: versions[0]!.id };
  await startStage(owner, trader.id, fields);
  const deal = { position: "900", symbol: "EURUSD", volume: "1", price: "1.1" };
  const costs = { profit: "0", commission: "0", swap: "0", fee: "0" };
  const time = "2026-03-02T10:00:00.000Z";
  const opened = { ticket: "901", time, entry: "in", side: "buy", ...deal, ...costs };
  const closed = { ...opened, ticket: "902", entry: "out", side: "sell", profit: "-6000" };
  const snapshots = Array.from({ length: 2500 }, (_, minute) => ({
    time: new Date(Date.parse(time) + minute * 60_000).toISOString(),
    balance: "94000.00",
    equity: "94000.00",
  }));
  const records = { login: "7400001", deals: [opened, closed], snapshots };
  const fed = await bridge.post("/api/feed", { accounts: [records] });
  if (fed.statusCode !== 200) throw new Error(`${fed.statusCode} ${fed.body}`);
  await importDemo(owner, trader.id, { login: "7400001" });
  await uploadCertificate(owner, trader.id);
  await uploadCertificate(owner, trader.id);
  const details = { paymentMethod: "bank", paymentDetails: IBAN };
  await trader.post("/api/user/payouts", { amount: "100", ...details });
  await owner.post(`${path}/notes`, { body: NOTE });
  await owner.patch(`${path}/tags`, { add: ["vip"] });
  const grouped = { name: "Zacharias", userIds: [trader.id, other.id], reason: "One payee" };
  await owner.post("/api/admin/persons", grouped);
});
afterAll(() => test.close());

type Archive = Record<string, string>;

async function readExport(caller: Browser, url = "/api/user/export"): Promise<Archive> {
  const response = await caller.get(url);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  expect(response.headers["content-type"]).toBe("application/zip");
  expect(response.headers["content-disposition"]).toMatch(
    /^attachment; filename="propdesk-data-\d+-\d{4}-\d\d-\d\d\.zip"$/,
  );
  const files = Object.entries(unzipSync(response.rawPayload));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const cookieOf = ({ cookies }: Browser) =>
  Array.from(cookies, ([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");

/** Lets the hour of a trader's last export pass, which the throttle reads from the machine's clock. */
function letHourPass(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR });
  onTestFinished(() => void vi.useRealTimers());
}

const rowsOf = (archive: Archive, name: string) =>
  JSON.parse(archive[`${name}.json`]!) as Record<string, unknown>[];

const linesOf = (archive: Archive, name: string) =>
  archive[`${name}.csv`]!.replace("\uFEFF", "").trimEnd().split("\r\n");

describe("a trader's own export", () => {
  let archive: Archive;
  beforeAll(async () => {
    archive = await readExport(trader);
  });

  it("contains every part as JSON and as CSV, and the README as the last file", () => {
    const parts = ownDataParts.filter(({ isInternal }) => !isInternal);
    const tables = parts.flatMap(({ name }) => [`${name}.json`, `${name}.csv`]);
    const names = Object.keys(archive);
    expect(names).toEqual(expect.arrayContaining(tables));
    expect(names.at(-1)).toBe("README.txt");
    expect(archive["README.txt"]).toMatch(
      new RegExp(`^Data that Bull & Bear holds about =Olivia Bennett \\(trader #${trader.id}\\)`),
    );
    expect(archive["README.txt"]).toContain("payout-requests.csv: Payout requests, with the pay");
    expect(archive["README.txt"]!.trimEnd()).toMatch(
      new RegExp(
        `This archive is complete: ${names.length} files, of which this one is the last.$`,
      ),
    );
  });

  it("contains the profile and the account, with amounts as text and times in UTC", () => {
    expect(JSON.parse(archive["profile.json"]!)).toMatchObject({
      id: trader.id,
      fullName: "=Olivia Bennett",
      email: trader.email,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+\.\d{3}Z$/) as string,
    });
    expect(JSON.parse(archive["account.json"]!)).toMatchObject({
      login: "7400001",
      currency: "USD",
      enteredProfitLoss: "-5.00",
    });
  });

  it("says since when the trader is grouped with others, without the others", () => {
    expect(rowsOf(archive, "grouping")).toEqual([
      { groupedSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) as string },
    ]);
  });

  it("contains the records, stages, rules, verdicts and reviews", () => {
    expect(rowsOf(archive, "records/deals")).toContainEqual(
      expect.objectContaining({ ticket: "902", profit: "-6000.00", source: "feed", counts: true }),
    );
    expect(rowsOf(archive, "records/deals")).toContainEqual(
      expect.objectContaining({ source: "statement", statementId: expect.any(Number) as number }),
    );
    const snapshots = rowsOf(archive, "records/snapshots");
    expect([snapshots.length, new Set(snapshots.map(({ time }) => time)).size]).toEqual([
      2500, 2500,
    ]);
    expect(linesOf(archive, "records/snapshots")).toHaveLength(2501);
    expect(rowsOf(archive, "stages")).toHaveLength(1);
    expect(rowsOf(archive, "rules")).toMatchObject([{ name: "Evaluation", version: 1 }]);
    expect(rowsOf(archive, "verdicts").at(-1)).toMatchObject({ outcome: "breached" });
    expect(rowsOf(archive, "reviews")).toMatchObject([{ kind: "breach", decision: null }]);
    expect(rowsOf(archive, "sessions")).toHaveLength(1);
    expect(rowsOf(archive, "activity")).toContainEqual(
      expect.objectContaining({ action: "payout.requested" }),
    );
    expect(rowsOf(archive, "notices").length).toBeGreaterThan(0);
  });

  it("contains payout requests with decrypted payment details", () => {
    expect(rowsOf(archive, "payout-requests")).toMatchObject([
      { amount: "100.00", currency: "USD", paymentDetails: IBAN, status: "pending" },
    ]);
    expect(archive["payout-requests.csv"]).toContain(IBAN);
  });

  it("contains certificates and statements as files", () => {
    const certificates = Object.keys(archive).filter((name) => name.startsWith("certificates/"));
    expect(certificates).toHaveLength(2);
    for (const name of certificates) {
      expect(name).toMatch(/^certificates\/\d+-.+\.pdf$/);
      expect(archive[name]).toMatch(/^%PDF-/);
    }
    const [statement] = Object.keys(archive).filter((name) => name.startsWith("statements/"));
    expect(statement).toMatch(/^statements\/\d+-statement\.htm$/);
    expect(archive[statement!]).toContain("<html");
  });

  it("contains no formulas in CSV files, but negative amounts as numbers", () => {
    expect(archive["profile.csv"]).toContain(",'=Olivia Bennett,");
    expect(archive["account.csv"]).toContain(",-5.00,");
  });

  it("names no administrator, tool or other trader, and contains no secret or internal note", async () => {
    const { rows } = await test.context.database.pool.query<{ secret: string | null }>(
      `select password as secret from users union all select token_hash from sessions
        union all select access_key from admins union all select token_hash from api_tokens
        union all select master_password from trading_accounts
        union all select sealed_details from payout_requests
        union all select file_key from certificates union all select file_key from statements`,
    );
    const secrets = rows.flatMap(({ secret }) => (secret === null ? [] : [secret]));
    expect(secrets.length).toBeGreaterThan(8);
    const people = ["Test administrator", "Label of a bridge", "Zacharias", "zacharias"];
    for (const word of [...people, ...secrets, MASTER_PASSWORD, NOTE, "vip"]) {
      const naming = Object.keys(archive).filter((name) => archive[name]!.includes(word));
      expect([word, naming]).toEqual([word, []]);
    }
    expect(Object.keys(archive).filter((name) => /notes|tags/.test(name))).toEqual([]);
  });

  it("is refused within the hour with Retry-After, and possible after it", async () => {
    const response = await trader.get("/api/user/export");
    expect(response.statusCode).toBe(429);
    const wait = Number(response.headers["retry-after"]);
    expect([wait > 0, wait <= 3600]).toEqual([true, true]);
    letHourPass();
    expect(Object.keys(await readExport(trader))).toEqual(Object.keys(archive));
  });

  it("is not used up by HEAD, which exports nothing", async () => {
    const other = await test.trader();
    const events = `/api/admin/audit?traderId=${other.id}&action=trader.data-exported`;
    for (const _ of [1, 2]) {
      const head = await other.send({ method: "HEAD", url: "/api/user/export" });
      expect([head.statusCode, head.body]).toEqual([200, ""]);
      expect(head.headers["content-type"]).toBe("application/zip");
    }
    const url = `/api/admin/user/${other.id}/export`;
    expect((await owner.send({ method: "HEAD", url })).statusCode).toBe(200);
    expect((await owner.get(events)).json()).toEqual([]);
    expect(Object.keys(await readExport(other)).at(-1)).toBe("README.txt");
    expect((await other.get("/api/user/export")).statusCode).toBe(429);
  });

  it("is recorded in the audit log", async () => {
    const [event] = (
      await owner.get(`/api/admin/audit?traderId=${trader.id}&action=trader.data-exported`)
    ).json<Record<string, unknown>[]>();
    expect(event).toMatchObject({ actor: "trader", actorId: trader.id, traderId: trader.id });
  });

  it("is not for visitors, administrators and API tokens", async () => {
    const token = await test.token();
    const answers = [test.visitor(), owner, token].map((caller) => caller.get("/api/user/export"));
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([401, 401, 403]);
  });

  it("of a new trader has the same tables without rows", async () => {
    const empty = await readExport(await test.trader());
    expect(rowsOf(empty, "records/deals")).toEqual([]);
    expect(linesOf(empty, "records/deals")).toHaveLength(1);
    expect(empty["README.txt"]).toContain("certificates/: their files (0 files)");
  });
});

describe("an export that cannot be completed", () => {
  it("lists a file that is missing in the storage in its README", async () => {
    const other = await test.trader();
    await uploadCertificate(owner, other.id);
    const { rows } = await test.context.database.pool.query<{ id: number; file_key: string }>(
      "select id, file_key from certificates where user_id = $1",
      [other.id],
    );
    await test.context.files.remove(rows[0]!.file_key);
    const archive = await readExport(other);
    expect(rowsOf(archive, "certificates")).toHaveLength(1);
    expect(archive["README.txt"]).toMatch(
      new RegExp(`no longer in the storage:\\r\\n- certificates/${rows[0]!.id}-.+\\.pdf\\r\\n`),
    );
  });

  it("ends without its last part, and does not count, if the storage fails", async () => {
    const other = await test.trader();
    await uploadCertificate(owner, other.id);
    const broken = vi.spyOn(test.context.files, "open").mockRejectedValue(new Error("No storage"));
    onTestFinished(() => broken.mockRestore());
    const cookie = cookieOf(other);
    const response = await fetch(`${test.url}/api/user/export`, { headers: { cookie } });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow("terminated");
    broken.mockRestore();
    expect(Object.keys(await readExport(other)).at(-1)).toBe("README.txt");
  });

  it("stops reading when the trader hangs up, and counts", async () => {
    const other = await test.trader();
    await uploadCertificate(owner, other.id);
    const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stuck = vi.spyOn(test.context.files, "open").mockImplementation(async () => {
      // Never ends, so that only an abort closes it.
      const stream = new Readable({
        read() {
          this.push(Buffer.from(crypto.getRandomValues(new Uint8Array(16_384))));
        },
      });
      stream.once("close", () => closed.resolve());
      opened.resolve();
      return { stream, size: 1 };
    });
    onTestFinished(() => stuck.mockRestore());
    const cookie = cookieOf(other);
    const abort = new AbortController();
    const { signal } = abort;
    const response = await fetch(`${test.url}/api/user/export`, { headers: { cookie }, signal });
    await response.body!.getReader().read();
    await opened.promise;
    abort.abort();
    await closed.promise;
    expect((await other.get("/api/user/export")).statusCode).toBe(429);
  });
});

describe("the export for administrators", () => {
  it("also contains internal notes and tags, without the names of administrators", async () => {
    const archive = await readExport(owner, `/api/admin/user/${trader.id}/export`);
    expect(rowsOf(archive, "internal-notes")).toMatchObject([{ body: NOTE }]);
    expect(rowsOf(archive, "tags")).toEqual([{ tag: "vip" }]);
    expect(rowsOf(archive, "payout-requests")).toMatchObject([{ paymentDetails: IBAN }]);
    const all = Object.values(archive).join("\n");
    for (const word of ["Test administrator", "Zacharias", MASTER_PASSWORD])
      expect([word, all.includes(word)]).toEqual([word, false]);
  });

  it("is recorded in the audit log with whether it contains payment details", async () => {
    await readExport(owner, `/api/admin/user/${trader.id}/export`);
    const [event] = (
      await owner.get(`/api/admin/audit?traderId=${trader.id}&action=trader.data-exported`)
    ).json<Record<string, unknown>[]>();
    expect(event).toMatchObject({
      actor: "administrator",
      actorName: "Test administrator",
      changes: { paymentDetails: { from: null, to: true } },
    });
  });

  it("requires the ability to delete traders, refuses API tokens, and returns 404 for an unknown trader", async () => {
    const url = `/api/admin/user/${trader.id}/export`;
    for (const role of ["risk", "payouts", "support"] as const) {
      expect((await (await test.administrator(role)).get(url)).statusCode).toBe(403);
    }
    expect((await (await test.token()).get(url)).statusCode).toBe(403);
    expect((await trader.get(url)).statusCode).toBe(403);
    for (const id of ["2147483647", "0", "x"])
      expect((await owner.get(`/api/admin/user/${id}/export`)).statusCode).toBe(404);
  });
});

it("every table with an id of a trader is exported, or left out with a reason", async () => {
  const { rows } = await test.context.database.pool.query<{ name: string }>(
    `select distinct tables.relname as name from pg_attribute
      join pg_class as tables on tables.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname in ('user_id', 'trader_id', 'account_id', 'payout_id', 'appeal_id', 'actor_id')`,
  );
  const decided = [
    ...ownDataParts.flatMap(({ table, packed }) => [table, ...(packed ? [packed.table] : [])]),
    ...Object.keys(leftOutTables),
  ];
  const withTrader = rows.map(({ name }) => name);
  expect(withTrader.filter((name) => !decided.includes(name))).toEqual([]);
  const byOtherIds = decided.filter((name) => !withTrader.includes(name));
  expect(byOtherIds).toEqual(["users", "rule_versions", "order_items", "link_decisions"]);
});
