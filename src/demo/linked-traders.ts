import type { DemoTrader } from "./demo-trader.ts";

/**
 * Traders for the cases about links: one copies Callum Fraser, one takes the opposite side of Chloé Tremblay's trades, and
 * one shares a home and a browser with Camille Laurent, but no trades.
 */
export const linkedTraders: readonly DemoTrader[] = [
  {
    name: "Piotr Zieliński",
    email: "piotr.zielinski@wislapost.example",
    joined: [34, "19:42"],
    address: ["de", "Berlin", "Karl-Marx-Allee", "93"],
    account: {
      status: "active",
      phase: "Evaluation",
      size: 50_000,
      profit: "0.00",
      follows: { login: "5002402", lag: 4, share: 0.5 },
      limits: ["5%", "10%", "8%"],
      platform: ["5002950", "Wc6!pLd3", "Demo01"],
    },
  },
  {
    name: "Marc-Antoine Roy",
    email: "marcantoine.roy@laurentides.example",
    joined: [31, "17:05"],
    address: ["ca", "Montréal", "Rue Saint-Denis", "4320"],
    browser: "Chloé's laptop",
    account: {
      status: "active",
      phase: "Phase 1",
      size: 50_000,
      profit: "0.00",
      follows: { login: "5002145", isOpposite: true, lag: 45, share: 0.6 },
      limits: ["5%", "10%", "8%"],
      platform: ["5002912", "z8Rk%Tf5", "Demo02"],
    },
  },
  {
    name: "Hugo Laurent",
    email: "hugo.laurent@courriel.example",
    joined: [40, "20:26"],
    address: ["fr", "Lyon", "Rue de la République", "27"],
    browser: "the Laurents' computer",
    account: {
      status: "active",
      phase: "Phase 1",
      size: 25_000,
      profit: "-412.35",
      limits: ["5%", "10%", "8%"],
      platform: ["5002871", "Hn4@vQs9", "Demo01"],
    },
  },
];
