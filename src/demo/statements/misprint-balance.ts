import { formatDecimal, parseCents } from "../../platform/money/money.ts";

/** Adds 250.00 to the running balance in the middle of a CSV statement, which is then inconsistent with its row. */
export function misprintBalance(csv: Buffer): Buffer {
  const lines = csv.toString().trimEnd().split("\n");
  const row = Math.floor(lines.length / 2);
  const cells = lines[row]!.split(",");
  cells.push(formatDecimal(parseCents(cells.pop()!)! + 25_000n));
  lines[row] = cells.join(",");
  return Buffer.from(`${lines.join("\n")}\n`);
}
