import { type Ability, describeRequiredRole, mayDo } from "../../src/identity/roles/roles.rule.ts";
import { staleTimes } from "../api-client/query-client.ts";
import { trpc } from "../trpc.ts";

/**
 * Whether the role of the signed-in administrator has an ability. True until the role is known, because the
 * server decides: a control that should have been disabled then fails with the same reason.
 */
export function useMay(ability: Ability): boolean {
  return useAbilities()(ability);
}

/** As `useMay`, for many abilities at once. */
export function useAbilities(): (ability: Ability) => boolean {
  const { data } = useOwnAccount();
  return (ability) => data === undefined || mayDo(data.role, ability);
}

/** Whether the team requires a second factor, which this administrator does not have yet. */
export function useMustSetUpSecondFactor(): boolean {
  return useOwnAccount().data?.mustSetUpSecondFactor ?? false;
}

/** The signed-in administrator. */
export function useOwnAccount() {
  return trpc.admin.me.get.useQuery(undefined, { staleTime: staleTimes.adminPages });
}

/** Why a control is disabled, to show beside or on it; `undefined` if the administrator may use it. */
export function useRefusal(ability: Ability): string | undefined {
  return useMay(ability) ? undefined : describeRequiredRole(ability);
}
