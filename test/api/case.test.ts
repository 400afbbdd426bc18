import { readdir, readlink } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCase } from "../../src/business/record/cases/case.queries.ts";
import type { CaseFile, PublishedKeys } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { holdLock } from "../support/barrier.ts";
import { caseRecords, sha256 } from "../support/cases.ts";
import type { Browser } from "../support/http.ts";
import { dailyLoss, maxLoss, profitTarget, rulesOf } from "../support/judged.ts";
import { importDemo, startStage } from "../support/records.ts";
import { canonicalJson } from "../../src/platform/fields/canonical-json.rule.ts";

const rules = rulesOf({
  limits: [dailyLoss(), maxLoss({ mode: "trailing_equity", limit: { percent: "10", of: "peak" } })],
  objectives: [profitTarget()],
});

let test: TestApp;
let administrator: Browser;
let bridge: Browser;
let rulesVersionId: number;
beforeAll(async () => {
  test = await startApp({ env: { FIRM_NAME: "Bull & Bear" } });
  administrator = await test.administrator();
  bridge = await test.token(["feed:write"], { label: "Label of a bridge" });
  const created = await administrator.post("/api/admin/rules", { name: "Name of a set", rules });
  rulesVersionId = created.json<{ versions: { id: number }[] }>().versions[0]!.id;
});
afterAll(() => test.close());

let logins = 7_300_000;

/** Creates a trader with a stage that has rules and these records. */
async function judgedTrader(records = caseRecords) {
  const trader = await test.trader();
  const login = String((logins += 1));
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
  const stage = await startStage(administrator, trader.id, {
    startedAt: "2026-03-02T00:00:00.000Z",
    rulesVersionId,
  });
  await bridge.post("/api/feed", { accounts: [{ login, ...records }] });
  return Object.assign(trader, { login, stageId: stage.id });
}

async function readCase(caller: Browser, url = "/api/user/case"): Promise<CaseFile> {
  const response = await caller.get(url);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<CaseFile>();
}

/** Lists the files that are open in the folder of uploads, also those without a name. */
async function openUploads(): Promise<string[]> {
  const links = (await readdir("/proc/self/fd")).map((fd) =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ""),
  );
  return (await Promise.all(links)).filter((path) => path.startsWith(test.context.uploadDir));
}

async function publishedKeys(): Promise<PublishedKeys> {
  return (await test.visitor().get("/.well-known/propdesk-keys.json")).json<PublishedKeys>();
}

const resultOf = async (file: unknown) => {
  const verified = await verifyCase(file, await publishedKeys());
  return verified.result === "changed" ? verified.difference : verified.result;
};

describe("a case file", () => {
  it("is downloaded with all judged records and the current verdict", async () => {
    const trader = await judgedTrader();
    const response = await trader.get("/api/user/case");
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    const name = `propdesk-case-${trader.login}-${trader.stageId}.json`;
    expect(response.headers["content-disposition"]).toContain(`attachment; filename="${name}"`);
    expect(response.headers["content-length"]).toBe(String(Buffer.byteLength(response.body)));
    const file = response.json<CaseFile>();
    const { asOf } = file.verdict;
    const verdict = (await trader.get("/api/user/verdict")).json<object>();
    expect(file).toEqual({
      format: "propdesk-case/2",
      firm: "Bull & Bear",
      stage: {
        id: trader.stageId,
        phase: "Phase 1",
        currency: "USD",
        initialBalance: "100000.00",
        rulesVersionId,
        startedAt: "2026-03-02T00:00:00.000Z",
        endedAt: null,
        evidence: { conflicts: [], inconsistentStatements: [] },
      },
      rules,
      records: caseRecords,
      verdict: { ...verdict, asOf },
      recordsSha256: sha256(canonicalJson(caseRecords)),
      rulesSha256: sha256(canonicalJson(rules)),
      signature: {
        algorithm: "Ed25519",
        keyId: (await publishedKeys()).keys[0]!.keyId,
        value: expect.any(String) as string,
      },
    });
    expect(Math.abs(Date.parse(asOf) - test.clock.now().getTime())).toBeLessThan(60_000);
    expect(file.verdict.recordsSha256).toBe(file.recordsSha256);
  });

  it("is verified with the firm's published keys for traders, administrators and API tokens", async () => {
    const trader = await judgedTrader();
    const url = `/api/admin/user/${trader.id}/case?stage=${trader.stageId}`;
    const tool = await test.token(["records:read"]);
    for (const file of [
      await readCase(trader),
      await readCase(trader, `/api/user/case?stage=${trader.stageId}`),
      await readCase(administrator, url),
      await readCase(tool, url),
    ]) {
      expect(await resultOf(file)).toBe("confirmed");
    }
    expect((await (await test.token(["records:write"])).get(url)).statusCode).toBe(403);
  });

  it("is verified after a breach, and at the end of an ended stage", async () => {
    const [first] = caseRecords.snapshots;
    const trader = await judgedTrader({
      ...caseRecords,
      snapshots: [{ ...first!, equity: "80000.00" }],
    });
    const breached = await readCase(trader);
    expect(breached.verdict).toMatchObject({ outcome: "breached", endedAt: first!.time });
    expect(await resultOf(breached)).toBe("confirmed");
    const endedAt = "2026-03-03T00:00:00.000Z";
    const ended = await administrator.patch(`/api/admin/stages/${trader.stageId}`, {
      endedAt,
      outcome: "failed",
      reason: "Daily loss",
    });
    expect(ended.statusCode).toBe(200);
    const file = await readCase(trader);
    expect([file.stage.endedAt, file.verdict.asOf]).toEqual([endedAt, endedAt]);
    expect(await resultOf(file)).toBe("confirmed");
  });

  it("is verified without rules, and with records of a statement", async () => {
    const trader = await test.trader();
    await importDemo(administrator, trader.id);
    const file = await readCase(trader);
    expect([file.rules, file.rulesSha256, file.verdict.rules]).toEqual([null, null, []]);
    expect(file.records.deals.length).toBeGreaterThan(10);
    expect(await resultOf(file)).toBe("confirmed");
  });

  it("has its records last, and is not confirmed if it was cut short", async () => {
    const trader = await judgedTrader();
    const { body } = await trader.get("/api/user/case");
    expect(Object.keys(JSON.parse(body) as object).slice(-2)).toEqual(["signature", "records"]);
    expect(body.endsWith("]}}")).toBe(true);
    for (let end = body.length - 1; end > body.length - 400; end -= 7) {
      expect(() => JSON.parse(body.slice(0, end)) as unknown).toThrow(SyntaxError);
    }
  });

  it("is read once at a time for each trader, and leaves no file behind", async () => {
    const trader = await judgedTrader();
    const statement = "lock table snapshots in access exclusive mode";
    const lock = await holdLock(test, { statement, values: [] });
    const readings = Array.from({ length: 12 }, () => readCase(trader));
    await lock.blocked(1);
    // All other calls still find a connection.
    expect((await trader.get("/api/user/account")).statusCode).toBe(200);
    await lock.release();
    for (const file of await Promise.all(readings)) expect(await resultOf(file)).toBe("confirmed");
    expect(await readdir(test.context.uploadDir)).toEqual([]);
    await expect.poll(openUploads).toEqual([]);
  });

  it("closes its file if the caller hangs up", async () => {
    const trader = await judgedTrader();
    const download = await openCase(test.context, trader.id, undefined);
    expect(await openUploads()).toHaveLength(1);
    download.content.destroy();
    await expect.poll(openUploads).toEqual([]);
  });

  it("can be downloaded 60 times an hour by its trader, and by each administrator and token", async () => {
    const throttled = await startApp({ env: { RATE_LIMIT: "on" } });
    try {
      const [trader, other] = [await throttled.trader(), await throttled.trader()];
      const [owner, token] = [await throttled.administrator(), await throttled.token()];
      const urlOf = ({ id }: { id: number }) => `/api/admin/user/${id}/case`;
      const downloads = [
        () => trader.get("/api/user/case"),
        () => owner.get(urlOf(trader)),
        () => token.get(urlOf(trader)),
      ];
      // Without a stage, there is no file, but the attempt counts.
      for (const download of downloads) expect((await download()).statusCode).toBe(404);
      const { rowCount } = await throttled.context.database.pool.query(
        "update throttles set points = 60 where key like 'caseByCallerAndTrader:%'",
      );
      expect(rowCount).toBe(downloads.length);
      for (const download of downloads) {
        const { statusCode, headers } = await download();
        expect(statusCode).toBe(429);
        expect(Number(headers["retry-after"])).toBeGreaterThan(3500);
      }
      for (const caller of [owner, token]) {
        expect((await caller.get(urlOf(other))).statusCode).toBe(404);
      }
    } finally {
      await throttled.close();
    }
  });

  it("fails the verification if a single record is changed", async () => {
    const file = await readCase(await judgedTrader());
    file.records.deals[1]!.profit = "250.01";
    expect(await resultOf(file)).toMatchObject({ part: "records" });
  });

  it("is verified if a record changes while it is read", async () => {
    const trader = await judgedTrader();
    const statement = `lock table deals in access exclusive mode;
      update deals set profit = profit + 1000 from trading_accounts
      where account_id = trading_accounts.id and login = '${trader.login}'`;
    const change = await holdLock(test, { statement, values: [] });
    const reading = readCase(trader);
    await change.blocked(1);
    await change.release();
    const file = await reading;
    expect(file.records).toEqual(caseRecords);
    expect(await resultOf(file)).toBe("confirmed");
  });

  it("identifies no person or API token except by the trader's login in its file name", async () => {
    const trader = await judgedTrader();
    await administrator.post(`/api/admin/user/${trader.id}/corrections`, {
      amount: "-25.00",
      reason: "Reason of a correction",
    });
    const { body } = await trader.get("/api/user/case");
    expect(JSON.parse(body)).toMatchObject({ records: { operations: { length: 3 } } });
    expect(body).not.toMatch(
      /Test administrator|Label of a bridge|Olivia|@example|Reason of|Name of/,
    );
  });

  it("has a safe file name for any login, and without one", async () => {
    const trader = await judgedTrader();
    const login = 'a"/../\\é\r\n';
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
    const odd = (await trader.get("/api/user/case")).headers["content-disposition"];
    expect(odd).toMatch(
      /^attachment; filename="propdesk-case-[\w .-]*"; filename\*=UTF-8''[\w.%-]*$/,
    );
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: null });
    const none = (await trader.get("/api/user/case")).headers["content-disposition"];
    expect(none).toContain(`filename="propdesk-case-${trader.stageId}.json"`);
  });

  it("returns 404 without a stage, or for a stage of another trader", async () => {
    const [trader, other] = [await test.trader(), await judgedTrader()];
    const none = await trader.get("/api/user/case");
    expect([none.statusCode, none.json()]).toEqual([
      404,
      { message: "This account has no stage yet" },
    ]);
    expect((await trader.get(`/api/user/case?stage=${other.stageId}`)).statusCode).toBe(404);
    expect((await administrator.get("/api/admin/user/2147483647/case")).statusCode).toBe(404);
    expect((await other.get("/api/user/case?stage=x")).statusCode).toBe(400);
    expect((await test.visitor().get("/api/user/case")).statusCode).toBe(401);
  });

  it("of 100,000 snapshots does not block other calls", async () => {
    const trader = await judgedTrader();
    const { pool } = test.context.database;
    await pool.query(
      `insert into snapshots (account_id, time, balance, equity, token_id, received_at)
       select id, timestamptz '2026-03-02T13:30:00Z' + n * interval '1 second', 100072.50, 100072.50 + n % 10, 1, now()
       from generate_series(1, 100000) as n, trading_accounts where login = $1`,
      [trader.login],
    );
    // The processor time of this thread, because other programs may use the processor.
    let longest = 0;
    let before = process.threadCpuUsage();
    const turn = () => {
      const { user, system } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      longest = Math.max(longest, user + system);
    };
    const turns = setInterval(turn, 5);
    const { body } = await trader.get("/api/user/case");
    clearInterval(turns);
    turn();
    expect(body.length).toBeGreaterThan(7_500_000);
    expect(longest / 1000).toBeLessThan(300);
  });
});
