const sha256 = "2f1ba21c9bd3b7b1f6e2a9d6c7a4f30b6f2a1d1e9b0c35d8a4b6e7f890123456";
const administrator = "Ada Byrne";
const reason = "The platform was closed for maintenance";

/**
 * Examples of response fields by name, for fields whose schema has none. A field that differs from others of the same
 * name declares its example in its schema, with `.meta({ examples: [ … ] })`.
 */
export const fieldExamples: Record<string, unknown> = {
  email: "olivia.bennett@example.com",
  id: 7,
  index: 0,
  row: 14,
  name: administrator,
  privacyPolicyAgreed: true,
  isAdmin: true,
  isCurrent: true,
  body: "Asked for a call on Monday",
  changes: { status: { from: "pending", to: "approved" } },
  notes: "As published by the firm; amounts in USD",
  words: "At most 5% of the balance at the beginning of the day may be lost on a day",
  warnings: "The limit of the day is larger than the limit overall",
  reason,
  by: "0.42",
  value: "1500.00",
  tag: "vip",

  authorName: administrator,
  createdBy: administrator,
  updatedBy: administrator,

  openSeconds: 86_400,
  observedSeconds: 84_600,
  longestGapSeconds: 900,
  maxGapSeconds: 900,
  openSessions: 1,

  traders: 12,
  trades: 14,
  openTrades: 1,
  deals: 29,
  operations: 2,
  snapshots: 240,
  cancelledOrders: 0,
  new: 14,
  known: 0,
  conflicts: 0,
  wins: 9,
  losses: 5,
  longestLosingStreak: 2,
  firstAfterDays: 14,
  everyDays: 14,
  minimumWinningDays: 5,

  size: 48_213,
  sha256,
  recordsSha256: sha256,
  keyId: "3b1f0c7a9d2e4f68",

  reference: "WT-22015",
  iban: "DE89370400440532013000",
  login: "5002001",
  firm: "FTMO",
  programme: "Two steps, 100,000",
  phase: "Phase 1",
  url: "https://example.com/rules",
  date: "2026-03-02",
  day: "2026-03-02",

  currency: "USD",
  symbol: "EURUSD",
  ticket: "1001",
  position: "1001",
  volume: "0.50",
  price: "1.08345",
  profit: "33.50",
  commission: "-3.50",
  swap: "0.00",
  fee: "0.00",
  amount: "1000.00",
  balance: "100000.00",
  equity: "100125.50",
  initialBalance: "100000.00",
};
