import {
  type Ability,
  describeRequiredRole,
  mayDo,
} from "../../../src/identity/roles/roles.rule.ts";
import { staleTimes } from "../api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

/**
 * Returns whether the role of the signed-in administrator has an ability. True until the role is loaded, because the
 * server decides anyway: using a control that should have been disabled then fails with the same explanation.
 */
export function useMay(ability: Ability): boolean {
  return useAbilities()(ability);
}

/** Like `useMay`, for many abilities at once. */
export function useAbilities(): (ability: Ability) => boolean {
  const { data } = useOwnAccount();
  return (ability) => data === undefined || mayDo(data.role, ability);
}

/** Returns whether the team requires a second factor that this administrator has not set up yet. */
export function useMustSetUpSecondFactor(): boolean {
  return useOwnAccount().data?.mustSetUpSecondFactor ?? false;
}

/** Fetches the signed-in administrator's account. */
export function useOwnAccount() {
  return trpc.admin.me.get.useQuery(undefined, { staleTime: staleTimes.adminPages });
}

/** Returns why a control is disabled, to show next to it; `undefined` if the administrator may use it. */
export function useRefusal(ability: Ability): string | undefined {
  return useMay(ability) ? undefined : describeRequiredRole(ability);
}
