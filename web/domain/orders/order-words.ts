import type {
  ItemStatus,
  OrderPayment,
} from "../../../src/business/decisions/orders/order.rule.ts";
import type { Order, OrderItem } from "../../../src/business/decisions/orders/order.schema.ts";
import { formatMoney, groupDigits } from "../../../src/platform/money/money.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { shorten } from "../format/texts.tsx";

export const itemTones: Readonly<Record<ItemStatus, BadgeTone>> = {
  held: "orange",
  queued: "yellow",
  started: "green",
  done: "green",
  cancelled: "gray",
};

export const paymentTones: Readonly<Record<OrderPayment, BadgeTone>> = {
  paid: "green",
  partly_refunded: "yellow",
  refunded: "gray",
  disputed: "red",
  charged_back: "red",
};

/** Returns `Order 10042`, or its own number if the shop gave it none. */
export function nameOrder({ id, reference }: Pick<Order, "id" | "reference">): string {
  return `Order ${reference === null ? `#${id}` : shorten(reference)}`;
}

/** Items that were entered by hand have no product: their size names them. */
export function nameItem({
  name,
  product,
  initialBalance,
}: Pick<OrderItem, "name" | "product" | "initialBalance">): string {
  const size = initialBalance === null ? "Item" : `Account of ${groupDigits(initialBalance)}`;
  return shorten(name ?? product ?? size);
}

/** Formats an amount in the order's currency; an order that was entered has none. */
export function formatOrderAmount(
  amount: string | null,
  { currency }: Pick<Order, "currency">,
): string {
  if (amount === null) return "—";
  return currency === null ? amount : formatMoney(amount, currency);
}

/** Whether an item still waits for anything. */
export const isWaiting = ({ status }: Pick<OrderItem, "status">): boolean =>
  status === "held" || status === "queued";
