import { afterAll, beforeAll, expect, it } from "vitest";
import { Random } from "../../src/demo/trading/random.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { formatDecimal } from "../../src/platform/money/money.ts";

import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { addSource, freeReference, paid, sendSigned, type Shop } from "../support/shops.ts";

let test: TestApp;
let owner: Browser;
let shop: Shop;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  shop = await addSource(owner, "json");
});
afterAll(() => test.close());

type Cell = "orders" | "refunded" | "chargedBack";
interface Sum {
  count: number;
  amount: string;
}
type Month = Record<Cell, Sum> & { bucket: string };

/** An order in cents, as a person who reads the news one after the other would keep it. */
interface Sold {
  reference: string;
  total: number;
  givenBack: number;
  dispute: "none" | "open" | "closed";
  isLost: boolean;
}

/** What belongs to each month by that person's book. */
class Book {
  readonly #sums = new Map<string, { count: number; cents: number }>();

  add(at: Date, cell: Cell, cents: number): void {
    if (cents === 0) return;
    const key = `${at.toISOString().slice(0, 7)}-01 ${cell}`;
    const { count, cents: before } = this.#sums.get(key) ?? { count: 0, cents: 0 };
    this.#sums.set(key, { count: count + 1, cents: before + cents });
  }

  read(bucket: string, cell: Cell): Sum {
    const { count, cents } = this.#sums.get(`${bucket} ${cell}`) ?? { count: 0, cents: 0 };
    return { count, amount: formatDecimal(BigInt(cents)) };
  }
}

it("keeps each order, refund and lost dispute in its month, as an independent book does", async () => {
  const random = new Random(20_261_130);
  const book = new Book();
  const sold: Sold[] = [];
  const send = async (type: string, order: object) => {
    const { statusCode, body } = await sendSigned(test, shop, { type, order });
    expect(statusCode, body).toBe(200);
  };

  async function sell(): Promise<void> {
    const total = random.integer(9900, 59_900);
    const reference = freeReference();
    sold.push({ reference, total, givenBack: 0, dispute: "none", isLost: false });
    const message = paid({ id: reference, total: formatDecimal(BigInt(total)) });
    await send(message.type, message.order);
    book.add(test.clock.now(), "orders", total);
  }

  async function refund(order: Sold, isWhole: boolean): Promise<void> {
    // A part is all refunds so far; one that is no more than before adds nothing.
    const rest = order.total - order.givenBack;
    const refunded = isWhole ? order.total : order.givenBack + random.integer(0, rest);
    const amount = isWhole ? {} : { refunded: formatDecimal(BigInt(refunded)) };
    await send("order.refunded", { id: order.reference, ...amount });
    if (order.isLost) return;
    book.add(test.clock.now(), "refunded", refunded - order.givenBack);
    order.givenBack = refunded;
  }

  async function dispute(order: Sold): Promise<void> {
    if (order.dispute === "none") {
      order.dispute = "open";
      return send("dispute.opened", { id: order.reference });
    }
    if (order.dispute === "closed") return;
    order.dispute = "closed";
    order.isLost = random.chance(0.5);
    await send(order.isLost ? "dispute.lost" : "dispute.won", { id: order.reference });
    if (!order.isLost) return;
    book.add(test.clock.now(), "chargedBack", order.total - order.givenBack);
    order.givenBack = order.total;
  }

  const began = test.clock.now();
  for (let step = 0; step < 60; step += 1) {
    test.clock.advance(2 * DAY);
    if (sold.length < 3 || random.chance(0.3)) await sell();
    else if (random.chance(0.4)) await dispute(random.pick(sold));
    else await refund(random.pick(sold), random.chance(0.2));
  }

  owner = await test.administrator();
  const from = `${began.toISOString().slice(0, 7)}-01`;
  const answer = await owner.get(`/api/admin/figures/money?from=${from}`);
  const { rows } = answer.json<{ rows: Month[] }>();
  expect(rows.length).toBeGreaterThan(3);
  for (const { bucket, ...cells } of rows) {
    const expected = {
      orders: book.read(bucket, "orders"),
      refunded: book.read(bucket, "refunded"),
      chargedBack: book.read(bucket, "chargedBack"),
    };
    expect({ bucket, ...cells }).toMatchObject({ bucket, ...expected });
  }
  expect(rows.some(({ refunded }) => refunded.count > 0)).toBe(true);
  expect(rows.some(({ chargedBack }) => chargedBack.count > 0)).toBe(true);
});
