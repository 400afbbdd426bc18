import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Fastify from "fastify";
import { Parser } from "htmlparser2";
import type { Pool } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { writeMt4Html } from "../../../src/demo/statements/write-statement.ts";
import type { Browser } from "../../support/http.ts";
import { type StatementAnswer, uploadStatement } from "../../support/records.ts";
import { derivedReads } from "./ceiling-reads.ts";
import type { Comparison } from "./compare-cpu.ts";
import { heavyStatement, SNAPSHOTS_START } from "./heavy-account.ts";

export interface BenchTools {
  administrator: Browser;
  bridge: Browser;
  pool: Pool;
  /** The trades of an imported statement. */
  trades: number;
  /** The snapshots in a batch of the feed. */
  batch: number;
}

/** Repeated, because the kernel counts CPU time in hundredths of a second. */
const BATCHES = 10;
const READS = 50;

/** Each round begins after the snapshots of the one before. */
const minute = (round: number, index: number) =>
  new Date(SNAPSHOTS_START + (round * BATCHES * 1000 + index) * 60_000).toISOString();

interface Sent {
  login: string;
  time: string;
}

/** Compares snapshots sent through the feed with COPY of the same rows into a table with the same index. */
function feedComparison(
  { bridge, pool }: BenchTools,
  name: string,
  batchOf: (round: number, batch: number) => Sent[],
): Comparison {
  const eachBatch = async (round: number, work: (sent: Sent[]) => Promise<unknown>) => {
    for (let batch = 0; batch < BATCHES; batch += 1) await work(batchOf(round, batch));
  };
  const send = async (sent: Sent[]) => {
    const byLogin = Map.groupBy(sent, ({ login }) => login);
    const accounts = [...byLogin].map(([login, ofLogin]) => ({
      login,
      snapshots: ofLogin.map(({ time }) => ({ time, balance: "100000.00", equity: "100012.34" })),
    }));
    const response = await bridge.post("/api/feed", { accounts });
    const { rejected } = response.json<{ rejected: object[] }>();
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]));
  };
  const copy = async (sent: Sent[]) => {
    const rows = sent.map(
      ({ login, time }) => `${login}\t${time}\t100000.00\t100012.34\t1\t${time}\n`,
    );
    const client = await pool.connect();
    await pipeline(
      Readable.from(rows),
      client.query(copyFrom("copy bench_snapshots from stdin")),
    ).finally(() => client.release());
  };
  return {
    name,
    product: (round) => eachBatch(round, send),
    ceiling: (round) => eachBatch(round, copy),
    goal: 3,
  };
}

export async function feedComparisons(tools: BenchTools): Promise<Comparison[]> {
  const size = tools.batch;
  await tools.pool.query("create table bench_snapshots (like snapshots including all)");
  const ofOne = (round: number, batch: number) =>
    Array.from({ length: size }, (_, index) => ({
      login: "1",
      time: minute(round, batch * size + index),
    }));
  const ofMany = (round: number, batch: number) =>
    Array.from({ length: size }, (_, index) => ({
      login: String(10 + index),
      time: minute(round, batch),
    }));
  return [
    feedComparison(tools, `10 × ${size.toLocaleString("en-US")} snapshots of one account`, ofOne),
    feedComparison(tools, `10 × one snapshot of ${size.toLocaleString("en-US")} accounts`, ofMany),
  ];
}

/** Compares a complete import with parsing the file by the HTML library alone. */
export function importComparison({ administrator, trades }: BenchTools): Comparison {
  const html = writeMt4Html(heavyStatement("LOGIN", trades)).toString();
  return {
    name: `import of ${trades.toLocaleString("en-US")} trades (MT4)`,
    product: async (round) => {
      const trader = 2000 + round;
      const file = Buffer.from(html.replaceAll("LOGIN", String(trader)));
      const response = await uploadStatement(administrator, trader, file);
      const { reconciliation } = response.json<StatementAnswer>();
      if (reconciliation.findings.length > 0) throw new Error(response.body);
    },
    ceiling: async () => {
      let characters = 0;
      const parser = new Parser({ ontext: (text) => (characters += text.length) });
      parser.write(html);
      parser.end();
    },
    goal: 2,
  };
}

/** Compares the history calls of one account with one statement each on the derived rows. */
export async function historyComparisons(
  { administrator, pool }: BenchTools,
  traderId: number,
): Promise<Comparison[]> {
  const { rows } = await pool.query<{ account: number; stage: number }>(
    `select account_id as account, stages.id as stage from stages
     join trading_accounts on trading_accounts.id = account_id where user_id = $1`,
    [traderId],
  );
  const { account, stage } = rows[0]!;
  const ceiling = Fastify();
  return Object.entries(derivedReads).map(([path, text]) => {
    ceiling.get(`/${path}`, async () => {
      const found = await pool.query({ name: path, text, values: [account, stage] });
      return found.rows;
    });
    const repeat = (work: () => Promise<unknown>) => async () => {
      for (let time = 0; time < READS; time += 1) await work();
    };
    return {
      name: `${READS} × ${path}`,
      product: repeat(async () => {
        const response = await administrator.get(`/api/admin/user/${traderId}/${path}`);
        if (response.statusCode !== 200) throw new Error(response.body);
      }),
      ceiling: repeat(() => ceiling.inject(`/${path}`)),
      goal: 1.5,
    };
  });
}
