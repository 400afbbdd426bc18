import type { ActionView } from "../../src/business/record/actions/action.schema.ts";
import type { TestApp } from "./app.ts";
import type { Browser } from "./http.ts";
import type { Wire } from "./records.ts";

export type WireAction = Wire<ActionView>;

let logins = 8_100_000;

/** Creates a trader whose account has a login at the platform. */
export async function traderWithLogin(test: TestApp, administrator: Browser) {
  const trader = await test.trader();
  logins += 1;
  const login = String(logins);
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login, status: "active" });
  return Object.assign(trader, { login });
}

/** Requests an action. @throws Error unless it was requested */
export async function requestAction(
  administrator: Browser,
  userId: number,
  fields: object = {},
): Promise<WireAction> {
  const response = await administrator.post(`/api/admin/user/${userId}/actions`, {
    kind: "close_positions",
    reason: "Agreed",
    ...fields,
  });
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<WireAction>();
}

/** Polls for actions. @throws Error if the poll is refused */
export async function poll(bridge: Browser, wait?: number): Promise<WireAction[]> {
  const response = await bridge.get(
    `/api/bridge/actions${wait === undefined ? "" : `?wait=${wait}`}`,
  );
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<WireAction[]>();
}

export function answer(bridge: Browser, id: number, status: "done" | "failed", fields = {}) {
  return bridge.post(`/api/bridge/actions/${id}`, { status, ...fields });
}

/** Executes everything that is due. */
export async function finishAll(bridge: Browser): Promise<void> {
  for (;;) {
    const actions = await poll(bridge);
    if (actions.length === 0) return;
    for (const { id } of actions) await answer(bridge, id, "done");
  }
}

/** Lists the actions of a trader, oldest first. @throws Error if the list is refused */
export async function actionsOf(administrator: Browser, userId: number): Promise<WireAction[]> {
  const response = await administrator.get(`/api/admin/actions?userId=${userId}`);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<WireAction[]>().toReversed();
}
