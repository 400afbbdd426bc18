import type { InjectOptions } from "fastify";
import type { RestPath } from "../../src/calls/call.ts";
import { type AppRouter, procedures } from "../../src/http/app-router.ts";
import type { Browser } from "./http.ts";
import type { Wire } from "./records.ts";
import { readTrpcResponse } from "./transports.ts";

/** Calls as functions of their input, with results as JSON. */
type Calls<Node> = {
  [Name in keyof Node]: Node[Name] extends (...input: infer Input) => infer Result
    ? (...input: Input) => Promise<Wire<Awaited<Result>>>
    : Calls<Node[Name]>;
};

type AllCalls = Calls<ReturnType<AppRouter["createCaller"]>>;

/** The calls of one trader: `await olivia.payouts.request({ … })`. */
export type TraderCalls = AllCalls["trader"];
/** The calls of one administrator or API token: `await administrator.accounts.update({ … })`. */
export type AdministratorCalls = AllCalls["admin"];

/** The response to a call that did not succeed. */
class RefusedCall extends Error {
  override name = "RefusedCall";
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(procedure: string, status: number, body: Record<string, unknown>) {
    super(typeof body.message === "string" ? body.message : `${procedure} returned ${status}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * Returns a browser with the calls of its user: over REST, as other programs make them, or over tRPC if they have no
 * route. Tests of statuses, headers and invalid inputs send requests instead: `olivia.post("/api/user/payouts", { … })`.
 */
export function withTraderCalls<Client extends Browser>(browser: Client): Client & TraderCalls {
  return Object.assign(browser, callsOf(browser).trader);
}

export function withAdministratorCalls<Client extends Browser>(
  browser: Client,
): Client & AdministratorCalls {
  return Object.assign(browser, callsOf(browser).admin);
}

function callsOf(browser: Browser): AllCalls {
  const calls: Record<string, unknown> = {};
  for (const declared of procedures) {
    const path = declared.name.split(".");
    const last = path.pop()!;
    let node = calls;
    for (const part of path) node = (node[part] ??= {}) as Record<string, unknown>;
    node[last] = (input?: object) => call(browser, declared, input);
  }
  return calls as AllCalls;
}

async function call(
  browser: Browser,
  { name, procedure, meta }: (typeof procedures)[number],
  input: object | undefined,
): Promise<unknown> {
  const { rest, successStatus = 200 } = meta;
  if (rest) {
    const response = await browser.send(restRequest(rest, input));
    const body = response.json<Record<string, unknown>>();
    if (response.statusCode === successStatus) return body;
    throw new RefusedCall(name, response.statusCode, body);
  }
  const isQuery = procedure._def.type === "query";
  const response = isQuery ? await browser.query(name, input) : await browser.mutate(name, input);
  const { status, body } = readTrpcResponse(response);
  if (status === 200) return body;
  throw new RefusedCall(name, status, body);
}

/** Returns a request with the ids in the path and the other fields in the query or the body. */
function restRequest(rest: RestPath, input: object = {}): InjectOptions {
  const [method, template] = rest.split(" ") as [
    "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    string,
  ];
  const fields = new Map<string, unknown>(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
  const path = template.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const id = String(fields.get(field));
    fields.delete(field);
    return id;
  });
  const url = `/api${path}`;
  if (fields.size === 0) return { method, url };
  if (method !== "GET") return { method, url, payload: Object.fromEntries(fields) };
  const query = new URLSearchParams();
  for (const [field, value] of fields) query.set(field, String(value));
  return { method, url: `${url}?${query.toString()}` };
}
