import { createHash } from "node:crypto";
import { encryptMasterPassword } from "../../../src/business/traders/accounts/master-password.ts";
import {
  encryptPaymentDetails,
  fingerprintOf,
} from "../../../src/business/money/payouts/payment-details.ts";
import type { Cipher } from "../../../src/platform/vault/cipher.ts";
import { formatDecimal } from "../../../src/platform/money/money.ts";
import { hashInt4, spread } from "./hash-int4.ts";
import { firstNames, lastNames, words } from "./names.ts";

/** Traders who have payouts enabled, are never banned, and have 24 more payout requests than the others. */
export const BENCH_TRADERS = 64;
const PAYOUTS_EACH = 24;

const domains = ["example.com", "mail.example", "inbox.example", "post.example"];
const countries = ["us", "uk", "ca", "au", "fr", "de", "jp", "cn"];
const cities = ["London", "Paris", "Berlin", "Tokyo", "Toronto", "Sydney", "Austin", "Lyon"];
const streets = ["High", "Oak", "Mill", "Park", "Main", "Church"];
const accountStatuses = words(`
  active active active active active pending pending under-review breached breached`);
const phases = ["Phase 1", "Phase 2", "Funded", "Evaluation"];
const targets = ["$1000", "$2500", "8%"];
const methods = ["bank", "paypal", "crypto", "skrill"];
const payoutStatuses = ["pending", "approved", "approved", "approved", "rejected"];
const payoutNotes = [null, null, "Paid", null, "Documents missing"];

const joined = Date.UTC(2024, 0, 1);
const asked = Date.UTC(2024, 5, 1);
const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString();
const money = (cents: number) => formatDecimal(BigInt(cents));

export type Value = string | number | boolean | null;

/** A table to be filled: the columns, and the row of each id from 1 to `count`. */
export interface TableRows {
  table: string;
  columns: string[];
  count: number;
  row: (id: number) => Value[];
}

function personOf(id: number) {
  const firstName = firstNames[hashInt4(id) & 31]!;
  const lastName = lastNames[hashInt4(id * 7 + 3) & 63]!;
  const email = `${firstName}.${lastName}${id}@${domains[id % 4]}`.toLowerCase();
  return { fullName: `${firstName} ${lastName}`, email };
}

const loginOf = (id: number) => String(500_000_000 + spread(id, 90_000_000) * 5);

/** @param password the hash that all of them share */
export function traderRows(count: number, password: string): TableRows {
  const columns = words(`
    id full_name email password country city street house_number privacy_policy_agreed
    banned ban_reason created_at search_text`);
  return {
    table: "users",
    columns,
    count,
    row(id) {
      const { fullName, email } = personOf(id);
      const banned = id > BENCH_TRADERS && id % 97 === 0;
      return [
        id,
        fullName,
        email,
        password,
        countries[id % 8]!,
        cities[Math.trunc(id / 8) % 8]!,
        `${streets[Math.trunc(id / 3) % 6]} Street`,
        String(1 + (id % 300)),
        true,
        banned,
        banned ? "Rule violation" : null,
        timestamp(joined + id * 60_000),
        `${fullName}\u001f${email}\u001f${loginOf(id)}`.toLowerCase(),
      ];
    },
  };
}

export function accountRows(count: number, cipher: Cipher): TableRows {
  const columns = words(`
    id user_id login master_password server balance profit_loss status phase payout_enabled
    daily_drawdown_limit overall_loss_limit profit_target created_at`);
  return {
    table: "trading_accounts",
    columns,
    count,
    row: (id) => [
      id,
      id,
      loginOf(id),
      encryptMasterPassword(cipher, id, `mp${createHash("md5").update(String(id)).digest("hex")}`),
      `Broker-Live0${1 + (id % 5)}`,
      money(1_000_000 + spread(id + 1, 9_000_000)),
      money(hashInt4(id + 2) % 500_000),
      id <= BENCH_TRADERS ? "active" : accountStatuses[id % 10]!,
      phases[id % 4]!,
      id <= BENCH_TRADERS || id % 3 === 0,
      "5%",
      "10%",
      targets[id % 3]!,
      timestamp(joined + id * 60_000),
    ],
  };
}

export function payoutRows(count: number, traders: number, cipher: Cipher): TableRows {
  const columns = words(`
    id user_id amount payment_method sealed_details details_fingerprint status admin_notes
    created_at`);
  return {
    table: "payout_requests",
    columns,
    count,
    row(id) {
      const details = `details ${id}`;
      return [
        id,
        1 + (id <= BENCH_TRADERS * PAYOUTS_EACH ? (id - 1) % BENCH_TRADERS : spread(id, traders)),
        money(5000 + spread(id + 9, 500_000)),
        methods[id % 4]!,
        encryptPaymentDetails(cipher, id, details),
        fingerprintOf(cipher, details),
        payoutStatuses[id % 5]!,
        payoutNotes[id % 5]!,
        timestamp(asked + id * 1000),
      ];
    },
  };
}

/** Creates rows only; there are no files to download. */
export function certificateRows(traders: number): TableRows {
  return {
    table: "certificates",
    columns: ["id", "user_id", "name", "file_key", "uploaded_at", "issued_at"],
    count: Math.trunc(traders / 10),
    row: (id) => [
      id,
      1 + spread(id, traders),
      `Certificate ${id}`,
      `${id.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000.pdf`,
      timestamp(asked),
      timestamp(asked),
    ],
  };
}
