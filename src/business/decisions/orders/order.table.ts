import { choice, idOfCall } from "../../office/tables/filters.rule.ts";
import { defineTable } from "../../office/tables/define-table.rule.ts";
import { itemStatuses, itemStatusLabels, paymentLabels } from "./order.rule.ts";
import type { ListedOrder } from "./order.schema.ts";

/** The orders of all shops. */
export const orderTable = defineTable<ListedOrder>()({
  name: "orders",
  title: "Orders",
  allRows: "All orders",
  ability: "orders.read",
  scope: "orders:read",
  search: "Search by reference, name, or email...",
  sorts: ["id"],
  filters: {
    status: choice({
      label: "Status of an item",
      all: "All statuses",
      options: itemStatusLabels,
      error: `status must be one of ${itemStatuses.join(", ")}`,
      about: "Orders with an item of this status; all if absent",
    }),
    userId: idOfCall,
    sourceId: idOfCall,
  },
  columns: {
    buyer: "Buyer",
    reference: { label: "Reference", kind: "text", read: ({ reference }) => reference },
    source: { label: "Source", kind: "text", read: ({ source }) => source },
    items: "Items",
    total: "Total",
    payment: "Payment",
    id: "Received",
  },
  exported: {
    id: { label: "ID", kind: "number", read: ({ id }) => id },
    source: { label: "Source", kind: "text", read: ({ source }) => source },
    reference: { label: "Reference", kind: "text", read: ({ reference }) => reference },
    userId: { label: "User ID", kind: "number", read: ({ userId }) => userId },
    fullName: { label: "Name", kind: "text", read: ({ fullName }) => fullName },
    email: { label: "Email", kind: "text", read: ({ email }) => email },
    currency: { label: "Currency", kind: "text", read: ({ currency }) => currency },
    total: { label: "Total", kind: "amount", read: ({ total }) => total },
    refunded: { label: "Refunded", kind: "amount", read: ({ refunded }) => refunded },
    payment: { label: "Payment", kind: "text", read: ({ payment }) => paymentLabels[payment] },
    frozen: { label: "Frozen", kind: "text", read: ({ frozen }) => (frozen ? "yes" : "no") },
    items: {
      label: "Items",
      kind: "text",
      read: ({ items }) =>
        items
          .map(({ name, product, status }) => `${name ?? product ?? "Item"}: ${status}`)
          .join(", "),
    },
    receivedAt: { label: "Received", kind: "time", read: ({ receivedAt }) => receivedAt },
  },
});
