import Box from "@mui/material/Box";
import type { SourceKind } from "../../../../src/business/decisions/orders/order.rule.ts";
import { setUpSteps } from "./source-words.ts";

/** What to do at the vendor. */
export function SetUpSteps({ kind }: { kind: SourceKind }) {
  return (
    <Box
      component="ol"
      aria-label="Set-up at the vendor"
      sx={{ pl: 2.5, "& li + li": { mt: 0.5 } }}
    >
      {setUpSteps[kind].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </Box>
  );
}
