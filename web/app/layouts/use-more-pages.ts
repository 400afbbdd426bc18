import { useAbilities } from "../session/use-may.ts";
import { morePages } from "./admin-pages.ts";

/** Returns the groups of pages under "More", without the pages that the administrator's role cannot use. */
export function useMorePages() {
  const may = useAbilities();
  return morePages
    .map((group) => ({
      ...group,
      pages: group.pages.filter(({ ability }) => ability === undefined || may(ability)),
    }))
    .filter(({ pages }) => pages.length > 0);
}
