import { formatUnits } from "../../../platform/money/money.ts";

/** Volumes have at most eight decimals; rules compare and add them as whole units of the last one. */
const DECIMALS = 8;

export function parseVolume(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, "0"));
}

/** Formats a volume with at least two decimals, and no trailing zeros beyond them. */
export function formatVolume(units: bigint): string {
  return formatUnits(units, DECIMALS).replace(/(\.\d\d\d*?)0+$/, "$1");
}
