import { bank, type DemoTrader } from "./demo-trader.ts";
import type { Context } from "../platform/context.ts";
import { verifyPassword } from "../identity/passwords/hash.ts";
import { isBanned } from "../identity/users/ban.rule.ts";

const barclays = bank("Barclays Bank", "GB33 BUKB 2020 1555 5555 55", "BUKBGB22");

/** The traders with a known password: one with a long history, and one who has just started. */
export const signInTraders: readonly DemoTrader[] = [
  {
    name: "Olivia Bennett",
    email: "olivia.bennett@harbourmail.example",
    joined: [318, "08:52"],
    password: "demo-funded",
    address: ["uk", "Bristol", "Redcliffe Parade", "14"],
    account: {
      status: "active",
      phase: "Funded",
      payoutEnabled: true,
      size: 100_000,
      profit: "6412.35",
      limits: ["5% / $5000", "10% / $10000", "$10,000"],
      platform: ["5002041", "Qm7#vTz2", "Live02"],
    },
    payouts: [
      [[171, "07:48"], "2150.00", "bank", barclays, "approved", "Bank details checked."],
      [
        [143, "19:05"],
        "3480.25",
        "bank",
        barclays,
        "approved",
        "Profit checked against the statement.",
      ],
      [
        [118, "22:31"],
        "6200.00",
        "crypto",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "rejected",
        "This wallet has not been verified yet. Please confirm it by email and request again.",
      ],
      [
        [116, "10:17"],
        "6200.00",
        "crypto",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "approved",
        "Wallet confirmed. Will be paid in USDC.",
      ],
      [
        [87, "13:44"],
        "1925.50",
        "paypal",
        "olivia.bennett@harbourmail.example",
        "approved",
        "PayPal confirmed the account by phone.",
        "PayPal could not confirm that this account is yours.",
      ],
      [
        [61, "06:29"],
        "4750.00",
        "skrill",
        "olivia.bennett@harbourmail.example",
        "rejected",
        "Only three of the five minimum trading days are complete. Please request again after Friday.",
      ],
      [
        [54, "16:02"],
        "4750.00",
        "skrill",
        "olivia.bennett@harbourmail.example",
        "approved",
        "Five trading days completed. Thank you for waiting.",
      ],
      [[26, "11:05"], "3890.75", "bank", barclays, "cancelled"],
      [
        [26, "11:38"],
        "2890.75",
        "bank",
        barclays,
        "approved",
        "Approved by the desk. Thank you for your patience.",
      ],
      [[2, "20:14"], "3200.00", "bank", barclays, "pending"],
    ],
    certificates: [
      ["Phase 1", [276, "09:30"]],
      ["Phase 2", [231, "14:10"]],
      ["Funded", [224, "10:05"]],
      [
        ["Payout", "2150.00"],
        [169, "15:20"],
      ],
      [
        ["Payout", "6200.00"],
        [114, "09:45"],
      ],
      [
        ["Payout", "4750.00"],
        [52, "12:00"],
      ],
    ],
    passwordViewed: [40, "09:41"],
  },
  {
    name: "Emre Kaya",
    email: "emre.kaya@rheinpost.example",
    joined: [23, "18:26"],
    password: "demo-evaluation",
    address: ["de", "Köln", "Venloer Straße", "241"],
    account: {
      status: "active",
      phase: "Evaluation",
      size: 25_000,
      profit: "742.60",
      limits: ["5%", "10%", "8%"],
      platform: ["5003127", "t4Wz!kR9", "Demo01"],
    },
  },
];

export interface SignIn {
  email: string;
  password: string;
}

/** Returns the demo sign-ins that still work: the trader is not deleted or banned, and has the original password. */
export async function findWorkingSignIns({ database }: Context): Promise<SignIn[]> {
  const working: SignIn[] = [];
  for (const { email, password } of signInTraders) {
    const trader = await database.kysely
      .selectFrom("users")
      .select(["password", "banned"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (!trader || !password || isBanned(trader)) continue;
    if (await verifyPassword(trader.password, password)) working.push({ email, password });
  }
  return working;
}
