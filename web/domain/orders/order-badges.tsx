import {
  type ItemStatus,
  itemStatusLabels,
  paymentLabels,
} from "../../../src/business/decisions/orders/order.rule.ts";
import type { Order } from "../../../src/business/decisions/orders/order.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { itemTones, paymentTones } from "./order-words.ts";

export function ItemBadge({ status }: { status: ItemStatus }) {
  return <Badge tone={itemTones[status]}>{itemStatusLabels[status]}</Badge>;
}

export function PaymentBadge({ payment }: Pick<Order, "payment">) {
  return <Badge tone={paymentTones[payment]}>{paymentLabels[payment]}</Badge>;
}
