import { createHmac, randomInt } from "node:crypto";
import type { Order } from "../../src/business/decisions/orders/order.schema.ts";
import type { Programme } from "../../src/business/decisions/programmes/programme.schema.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import type { TestApp } from "./app.ts";
import type { Browser } from "./http.ts";
import type { Wire } from "./records.ts";
import { waitUntil } from "./until.ts";
import { createRules, simpleRules } from "./verdicts.ts";

export type WireOrder = Wire<Order> & { id: number };

export interface Shop {
  id: number;
  kind: string;
  secret: string;
}

/** Adds a source. @throws Error unless it was added */
export async function addSource(owner: Browser, kind: string): Promise<Shop> {
  const response = await owner.post("/api/admin/sources", { name: `Shop ${kind}`, kind });
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<Shop>();
}

/** Creates a programme of two steps, the second with payouts. @returns the id of its version */
export async function offerProgramme(owner: Browser, changes: object = {}): Promise<number> {
  const rulesVersionId = await createRules(owner, simpleRules);
  const funded = await createRules(owner, noRules);
  const response = await owner.post("/api/admin/programmes", {
    name: `Ladder ${randomInt(1_000_000_000)}`,
    currency: "USD",
    initialBalances: ["50000.00", "100000.00"],
    steps: [
      { phase: "Phase 1", rulesVersionId, payoutEnabled: false },
      { phase: "Funded", rulesVersionId: funded, payoutEnabled: true },
    ],
    ...changes,
  });
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<Wire<Programme>>().versions[0]!.id;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);

/** Returns the headers with which a source signs a body. */
export function signatureOf({ kind, secret }: Shop, body: string, at: Date) {
  const time = String(Math.floor(at.getTime() / 1000));
  switch (kind) {
    case "woocommerce":
      return {
        "x-wc-webhook-topic": "order.updated",
        "x-wc-webhook-signature": hmac(secret, body).digest("base64"),
      };
    case "stripe":
      return {
        "stripe-signature": `t=${time},v1=${hmac(secret, `${time}.${body}`).digest("hex")}`,
      };
    case "json": {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      const signature = hmac(key, `msg_1.${time}.${body}`).digest("base64");
      return {
        "webhook-id": "msg_1",
        "webhook-timestamp": time,
        "webhook-signature": `v1,${signature}`,
      };
    }
    case "sumsub":
      return {
        "x-payload-digest": hmac(secret, body).digest("hex"),
        "x-payload-digest-alg": "HMAC_SHA256_HEX",
      };
    default:
      return { "x-hmac-signature": hmac(secret, body).digest("hex") };
  }
}

/** Sends a signed message to the address of a source. */
export function sendSigned(
  { app, clock }: TestApp,
  shop: Shop,
  payload: object | string,
  headers: Record<string, string> = {},
) {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  return app.inject({
    method: "POST",
    url: `/api/hooks/${shop.id}`,
    headers: {
      "content-type": "application/json",
      ...signatureOf(shop, body, clock.now()),
      ...headers,
    },
    body,
  });
}

export const freeReference = () => `R-${randomInt(1_000_000_000)}`;

export const freeEmail = () => `buyer.${randomInt(1_000_000_000)}@example.com`;

/** A paid order of an own shop. */
export const paid = (order: object = {}) => ({
  type: "order.paid",
  order: {
    id: freeReference(),
    email: freeEmail(),
    fullName: "Olivia Bennett",
    currency: "USD",
    total: "499.00",
    items: [{ product: "challenge", name: "Challenge 100k" }],
    ...order,
  },
});

/** Reads the order of a reference. @returns `undefined` if there is none */
export async function findOrder(
  owner: Browser,
  shop: Shop,
  reference: string,
): Promise<WireOrder | undefined> {
  const response = await owner.get(`/api/admin/orders?sourceId=${shop.id}`);
  return response.json<WireOrder[]>().find((order) => order.reference === reference);
}

/** Waits until the order of a reference is as expected. @returns it */
export async function orderWhen(
  owner: Browser,
  shop: Shop,
  reference: string,
  holds: (order: WireOrder) => boolean,
): Promise<WireOrder> {
  let order: WireOrder | undefined;
  await waitUntil(
    `order ${reference} is as expected`,
    async () => {
      order = await findOrder(owner, shop, reference);
      return order !== undefined && holds(order);
    },
    { milliseconds: 30_000 },
  ).catch((error: unknown) => {
    throw new Error(JSON.stringify(order), { cause: error });
  });
  return order!;
}

/** Whether all items have one of these statuses. */
export const allAre =
  (...statuses: string[]) =>
  ({ items }: WireOrder) =>
    items.every(({ status }) => statuses.includes(status));
