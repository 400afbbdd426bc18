import { signWebhook } from "../../business/watch/webhooks/sign-webhook.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type DemoShop, otherProducts, type SoldStart } from "./demo-shop.ts";

interface SimulatedShop {
  /** Of the server. */
  url: string;
  shop: DemoShop;
  starts: readonly SoldStart[];
  /** The number of the first order. */
  number: number;
  clock: Clock;
  print: (line: string) => void;
  pause: () => Promise<unknown>;
  isStopped: () => boolean;
}

/** What happens, again and again: purchases, repeats, and what comes back. */
const story = [
  "buy",
  "repeat",
  "buy",
  "refundPart",
  "stickers",
  "buy",
  "dispute",
  "win",
  "refund",
] as const;

const names = [
  "Freya Lindholm",
  "Tomás Herrera",
  "Aisha Rahman",
  "Jonas Weber",
  "Mei Tanaka",
  "Luca Bianchi",
];

interface Sold {
  id: string;
  email: string;
  fullName: string;
  total: string;
  items: { product: string; name: string }[];
}

/** Sells until it is stopped, and prints what it does with the pages to open. */
export async function simulateShop(simulated: SimulatedShop): Promise<void> {
  const { print, pause, isStopped } = simulated;
  let last: Sold | undefined;
  for (let step = 0; !isStopped(); step += 1) {
    const event = story[step % story.length]!;
    if (event === "buy" || event === "stickers" || last === undefined) {
      last = sell(simulated, step, event === "stickers");
      print(await report(simulated, "order.paid", last, describe(last)));
    } else if (event === "repeat") {
      print(await report(simulated, "order.paid", last, `The message of ${last.id} is repeated`));
    } else if (event === "refundPart") {
      const part = { ...last, refunded: "10.00" };
      print(await report(simulated, "order.refunded", part, `$10.00 of ${last.id} is refunded`));
    } else if (event === "refund") {
      print(await report(simulated, "order.refunded", last, `${last.id} is refunded in full`));
    } else {
      const type = event === "dispute" ? "dispute.opened" : "dispute.won";
      const what = event === "dispute" ? "The payment is disputed" : "The dispute is won";
      print(await report(simulated, type, last, `${what}: ${last.id}`));
    }
    await pause();
  }
}

const describe = ({ fullName, items }: Sold) =>
  `${fullName} buys ${items.map(({ name }) => name).join(" and ")}`;

function sell({ number, starts }: SimulatedShop, step: number, isOther: boolean): Sold {
  const fullName = names[step % names.length]!;
  const start = starts[step % starts.length]!;
  const { name, price } = isOther ? otherProducts.stickers : start;
  const [first] = fullName.normalize("NFD").toLowerCase().split(" ");
  return {
    id: String(number + step),
    email: `${first!.replaceAll(/[^a-z]/g, "")}.${number + step}@example.com`,
    fullName,
    total: price,
    items: [{ product: isOther ? "stickers" : start.product, name }],
  };
}

/** Sends a signed message. @returns a line that says what was sent, and the page of the order or why it was refused */
async function report(
  { url, shop, clock }: SimulatedShop,
  type: string,
  order: Sold & { refunded?: string },
  what: string,
): Promise<string> {
  const body = JSON.stringify({ type, order: { currency: "USD", ...order } });
  const id = `msg_${type}_${order.id}`;
  const headers = {
    "content-type": "application/json",
    ...signWebhook({ id, body }, [shop.secret], clock.now()),
  };
  const target = `${url}/api/hooks/${shop.id}`;
  try {
    const response = await fetch(target, { method: "POST", headers, body });
    if (!response.ok) return `${what}: ${response.status} ${await response.text()}`;
    const { orderId } = (await response.json()) as { orderId: number | null };
    return orderId === null ? what : `${what}: ${url}/admin/orders/${orderId}`;
  } catch {
    return `${what}: the server at ${url} does not answer`;
  }
}
