import Box from "@mui/material/Box";
import { formatMoney } from "../../../src/platform/money/money.ts";
import type { Sum } from "../../domain/format/figures.ts";

/** Shows one amount per currency, each on its own line. */
export function Sums({ sums }: Readonly<{ sums: readonly Sum[] }>) {
  return (
    <Box component="span" sx={{ display: "inline-grid" }}>
      {sums.map(({ currency, amount }) => (
        <span key={currency}>{formatMoney(amount, currency)}</span>
      ))}
    </Box>
  );
}
