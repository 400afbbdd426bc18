import { randomUUID } from "node:crypto";
import type { Call } from "./calls.ts";

export interface Visitors {
  /** Cookies of the bench traders, by their ids from 1. */
  traders: string[];
  administrator: string;
}

interface Scenario {
  name: string;
  /** The number of these calls that cost about as much as a hundred of the quickest. */
  share: number;
  call: (visitors: Visitors, index: number) => Call;
}

const searches = [
  "smith",
  "kowalski",
  "olivia.k",
  "inbox.example",
  "tanaka7",
  "nadia roth",
  "1234",
];

const asTrader = ({ traders }: Visitors, index: number) => {
  const trader = index % traders.length;
  return { cookie: traders[trader]!, "x-trader": String(trader + 1) };
};
const asAdministrator = ({ administrator }: Visitors) => ({ cookie: administrator });
const request = JSON.stringify({ amount: "12.50", paymentMethod: "bank", paymentDetails: "bench" });

function reading(name: string, share: number, path: (index: number) => string): Scenario {
  return {
    name,
    share,
    call: (visitors, index) => ({
      method: "GET",
      path: path(index),
      headers: path(index).startsWith("/api/admin")
        ? asAdministrator(visitors)
        : asTrader(visitors, index),
    }),
  };
}

/** The compared calls: those that traders and administrators make most often. */
export const scenarios: Scenario[] = [
  reading("own account", 1, () => "/api/user/account"),
  reading("own payouts", 1, () => "/api/user/payouts"),
  {
    name: "request a payout",
    share: 0.5,
    call: (visitors, index) => ({
      method: "POST",
      path: "/api/user/payouts",
      // Sent like a request of the web client.
      headers: { ...asTrader(visitors, index), "idempotency-key": randomUUID() },
      body: request,
    }),
  },
  reading("search page", 0.2, (index) => {
    const search = encodeURIComponent(searches[index % searches.length]!);
    return `/api/admin/users?limit=50&search=${search}`;
  }),
  reading("list of 1,000", 0.05, () => "/api/admin/users?limit=1000"),
  reading("overview", 0.5, () => "/api/admin/dashboard"),
];
