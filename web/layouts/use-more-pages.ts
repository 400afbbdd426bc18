import { useAbilities } from "../session/use-may.ts";
import { morePages } from "./admin-pages.ts";

/** The groups of pages under "More", without those that the role of the administrator cannot use at all. */
export function useMorePages() {
  const may = useAbilities();
  return morePages
    .map((group) => ({
      ...group,
      pages: group.pages.filter(({ ability }) => ability === undefined || may(ability)),
    }))
    .filter(({ pages }) => pages.length > 0);
}
