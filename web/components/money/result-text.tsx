import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { formatResult, parseCents } from "../../../src/platform/money/money.ts";

export type Tone = "gain" | "loss";

/** The colours of results in the theme's palette. */
export const toneColors = { gain: "success.main", loss: "error.main" } as const;

/** Returns the tone of a result; the text contains its sign. */
export function toneOf(amount: string): Tone | undefined {
  const cents = parseCents(amount, Number.POSITIVE_INFINITY) ?? 0n;
  return cents > 0n ? "gain" : cents < 0n ? "loss" : undefined;
}

interface ResultTextProps {
  amount: string;
  currency: string;
  /** Replaces the amount. */
  children?: ReactNode;
}

/** A profit or a loss with its sign, in the colour of the sign. */
export function ResultText({ amount, currency, children }: ResultTextProps) {
  const tone = toneOf(amount);
  return (
    <Box
      component="span"
      sx={{
        color: tone && toneColors[tone],
        fontWeight: 600,
        fontVariantNumeric: "tabular-nums",
        whiteSpace: "nowrap",
      }}
    >
      {children ?? formatResult(amount, currency)}
    </Box>
  );
}
