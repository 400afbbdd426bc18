import type { ListedFinding } from "../../../src/business/decisions/conduct/finding.schema.ts";
import { trpc } from "../../trpc.ts";

export type FindingDetails = ListedFinding;

export function useFinding(id: number) {
  return trpc.admin.conduct.get.useQuery({ id });
}
