import { trpc } from "../../../trpc.ts";

/** How often findings are read again, because no event announces them. */
const INTERVAL = 15_000;

/** So many of the newest are shown. */
export const SHOWN_FINDINGS = 200;

/** Reads the newest open findings. */
export function useOpenFindings() {
  return trpc.admin.bridges.findings.useQuery(
    { status: "open", limit: SHOWN_FINDINGS },
    { refetchInterval: INTERVAL },
  );
}
