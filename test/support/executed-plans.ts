import type { Pool, PoolClient } from "pg";

/** A step of a plan as executed; rows are averages per loop. */
export interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Hash Cond"?: string;
  "Merge Cond"?: string;
  "Join Filter"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Step[];
}

export interface ExecutedStatement {
  text: string;
  /** All rows that its steps have produced or discarded. */
  work: number;
  plan: Step;
}

export function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

const removed = [
  "Rows Removed by Filter",
  "Rows Removed by Join Filter",
  "Rows Removed by Index Recheck",
] as const;

function workOf(step: Step): number {
  const rows = removed.reduce((sum, name) => sum + (step[name] ?? 0), step["Actual Rows"]);
  return rows * step["Actual Loops"];
}

/** Receives the executed plan of every statement that connections of these pools run from now on. */
export function watchPlans(...pools: Pool[]): { take(): ExecutedStatement[] } {
  let statements: ExecutedStatement[] = [];
  const watched = new WeakSet<PoolClient>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on("notice", ({ message }) => {
      const json = /^duration: [\s\S]*?plan:\n([\s\S]*)$/.exec(message ?? "")?.[1];
      if (!json) return;
      const { "Query Text": text, Plan: plan } = JSON.parse(json) as {
        "Query Text": string;
        Plan: Step;
      };
      // PostgreSQL's own check of a foreign key.
      if (text.startsWith("SELECT 1 FROM ONLY")) return;
      const work = stepsOf(plan).reduce((sum, step) => sum + workOf(step), 0);
      statements.push({ text, work, plan });
    });
    void client.query(`load 'auto_explain';
      set auto_explain.log_min_duration = 0;
      set auto_explain.log_analyze = on;
      set auto_explain.log_timing = off;
      set auto_explain.log_format = json;
      set auto_explain.log_parameter_max_length = 0;
      set client_min_messages = log`);
  };
  for (const pool of pools) pool.on("acquire", watch);
  return {
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
