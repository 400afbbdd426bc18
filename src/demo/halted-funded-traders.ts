import { bank } from "./bank-details.ts";
import type { DemoTrader } from "./demo-trader.ts";

const mizuho = bank("Mizuho Bank", "2087 5517 208", "MHCBJPJT");
const deutsche = bank("Deutsche Bank", "DE75 5121 0800 1245 1261 99", "DEUTDEFF");
const royalBank = bank("Royal Bank of Canada", "003-01234-5017886", "ROYCCAT2");

/** Funded traders without payouts: new, under review, breached, or not set up yet. */
export const haltedFundedTraders: readonly DemoTrader[] = [
  {
    name: "Felix Neumann",
    email: "felix.neumann@spreepost.example",
    joined: [198, "07:25"],
    address: ["de", "Berlin", "Torstraße", "112"],
    account: {
      status: "under-review",
      phase: "Funded",
      size: 100_000,
      profit: "9740.00",
      limits: ["5%", "10%", "10%"],
      platform: ["5002104", "e5Nb@Wm8", "Live02"],
    },
    payouts: [
      [[51, "08:19"], "2200.00", "bank", deutsche, "approved"],
      [[9, "14:01"], "7800.00", "bank", deutsche, "pending"],
    ],
    certificates: [["Funded", [88, "11:45"]]],
  },
  {
    name: "Sofia Delgado",
    email: "sofia.delgado@biscaynemail.example",
    joined: [137, "19:44"],
    address: ["us", "Miami", "Coral Way", "2950"],
    account: {
      status: "active",
      phase: "Funded",
      size: 50_000,
      profit: "0.00",
      limits: ["5%", "10%", "$5,000"],
      platform: ["5002266", "r4Gy%Ld7", "Live03"],
    },
    certificates: [
      ["Phase 1", [84, "15:35"]],
      ["Phase 2", [21, "10:15"]],
      ["Funded", [12, "09:25"]],
    ],
  },
  {
    name: "Yuki Nakamura",
    email: "yuki.nakamura@sumidanet.example",
    joined: [326, "02:54"],
    address: ["jp", "Tokyo", "Yanaka", "2-4-11"],
    account: {
      status: "breached",
      phase: "Funded",
      size: 100_000,
      profit: "-10284.55",
      limits: ["5% / $5000", "10% / $10000", "No target"],
      platform: ["5002035", "C6ux&Tp3", "Live02"],
    },
    payouts: [
      [
        [133, "03:40"],
        "4020.00",
        "bank",
        mizuho,
        "approved",
        "Approved by the desk. Thank you for your patience.",
      ],
      [[79, "01:52"], "2675.90", "bank", mizuho, "approved"],
      [
        [31, "04:23"],
        "1500.00",
        "bank",
        mizuho,
        "rejected",
        "The overall loss limit was breached before this request.",
      ],
    ],
    certificates: [
      ["Phase 1", [281, "13:15"]],
      ["Funded", [219, "10:40"]],
    ],
  },
  {
    name: "Harpreet Gill",
    email: "harpreet.gill@fraservalley.example",
    joined: [289, "17:31"],
    address: ["ca", "Surrey", "King George Boulevard", "9850"],
    banReason: "The same trades were copied between this account and two others.",
    account: {
      status: "breached",
      phase: "Funded",
      size: 50_000,
      profit: "-2655.00",
      limits: ["5% / $2500", "10% / $5000", "8% / $4000"],
      platform: ["5002058", "X9ke?Sv4", "Live03"],
    },
    payouts: [
      [
        [104, "20:35"],
        "1890.00",
        "bank",
        royalBank,
        "approved",
        "Approved. The wire follows with the next payment run.",
      ],
      [
        [43, "11:21"],
        "3650.00",
        "bank",
        royalBank,
        "rejected",
        "Rejected after the review of copied trades.",
      ],
    ],
    certificates: [["Funded", [187, "14:30"]]],
  },
  {
    name: "Jack Hollis",
    email: "jack.hollis@brisbanemail.example",
    joined: [121, "05:09"],
    address: ["au", "Brisbane", "Vulture Street", "408"],
    account: {
      status: "pending",
      phase: "Funded",
      size: 25_000,
      profit: "0.00",
      limits: ["$1,250", "$2,500", "$2,000"],
    },
    certificates: [
      ["Phase 1", [66, "09:40"]],
      ["Phase 2", [7, "15:05"]],
    ],
  },
];
