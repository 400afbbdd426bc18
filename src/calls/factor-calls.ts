import { selfProcedure } from "./procedures.ts";
import { factorRefusals } from "./security-events.ts";

/** What the calls about a second factor share; they are the same for traders and administrators. */
export function factorCalls(kind: "trader" | "administrator") {
  const isTrader = kind === "trader";
  const tag = isTrader ? "Trader" : "Administration";
  return {
    procedure: selfProcedure(kind),
    path: isTrader ? "/user/second-factor" : "/admin/me/second-factor",
    tag,
    /** The properties of calls that add, remove or replace a factor. */
    change: { tag, event: "authn_factor_change", refusalEvents: factorRefusals },
    /** The example of an input that proves the person's identity. */
    proof: { password: isTrader ? "correct horse" : "the access key" },
  } as const;
}

export type FactorCalls = ReturnType<typeof factorCalls>;
