import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { displayName, shorten } from "../../domain/format/texts.tsx";
import { accountStatusLabels } from "../../../src/business/traders/accounts/account.rule.ts";
import { payoutStatusLabels } from "../../../src/business/money/payouts/payout.rule.ts";
import { useMay } from "../session/use-may.ts";
import { useDebounced } from "../../components/forms/use-debounced.ts";
import { trpc } from "../../trpc.ts";
import { mainPages, useMorePages } from "./admin-pages.ts";
import {
  matchesDescription,
  matchesLabel,
  matchingTask,
  payoutReference,
} from "./palette-words.ts";

export type PaletteMode = "everything" | "import";

export interface PaletteAction {
  label: string;
  note?: string;
  /** Other words by which the action is found. */
  keywords?: string;
  onSelect: () => void;
}

interface PaletteOption extends PaletteAction {
  key: string;
  /** Choosing the option keeps the palette open, because it asks for further input. */
  staysOpen?: boolean;
}

export interface PaletteGroup {
  title: string;
  options: readonly PaletteOption[];
}

interface PaletteQuery {
  text: string;
  mode: PaletteMode;
  actions: readonly PaletteAction[];
  onMode: (mode: PaletteMode) => void;
}

const SHOWN = 6;
const STALE_MS = 10_000;

/** Returns what matches the text: pages and actions at once, traders and payouts as soon as the server responds. */
export function usePaletteResults({ text, mode, actions, onMode }: PaletteQuery) {
  const navigate = useNavigate();
  const mayImport = useMay("records.write");
  const morePages = useMorePages();
  const typed = text.trim();
  const search = useDebounced(typed);
  const payoutId = payoutReference(search);
  const options = { staleTime: STALE_MS, placeholderData: keepPreviousData };
  const traders = trpc.admin.users.page.useQuery(
    { search, pageSize: SHOWN },
    { ...options, enabled: search !== "" && payoutId === undefined },
  );
  const payouts = trpc.admin.payouts.page.useQuery(
    // The search of payouts would also find those of the trader with this id.
    { ...(payoutId === undefined ? { search } : { id: payoutId }), pageSize: SHOWN },
    { ...options, enabled: search !== "" && mode === "everything" },
  );
  const isReference = payoutReference(typed) !== undefined;
  const foundTraders = typed === "" || isReference ? [] : (traders.data?.rows ?? []);
  const isImport = mode === "import";
  const traderOptions = foundTraders.map((trader): PaletteOption => ({
    key: `trader ${trader.id}`,
    label: shorten(displayName(trader)),
    note: shorten(
      [
        trader.fullName ? trader.email : undefined,
        trader.tradingAccount.login,
        accountStatusLabels[trader.tradingAccount.status],
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    onSelect: () =>
      void navigate({
        to: "/admin/users/$id",
        params: { id: String(trader.id) },
        search: isImport ? { tab: "record" } : {},
      }),
  }));
  const isSearching =
    typed !== "" && (search !== typed || traders.isFetching || payouts.isFetching);
  const hasFailed =
    typed !== "" && !isSearching && (traders.isLoadingError || payouts.isLoadingError);
  const progress = { isSearching, hasFailed };
  if (isImport) return { groups: nonEmptyGroups({ Users: traderOptions }), ...progress };

  const payoutOptions = (typed === "" ? [] : (payouts.data?.rows ?? [])).map(
    (payout): PaletteOption => ({
      key: `payout ${payout.id}`,
      label: `#${payout.id} · ${formatMoney(payout.amount, payout.currency)}`,
      note: shorten(`${displayName(payout.user)} · ${payoutStatusLabels[payout.status]}`),
      onSelect: () =>
        void navigate({ to: "/admin/payouts/$id", params: { id: String(payout.id) } }),
    }),
  );
  const pages = [...mainPages, ...morePages.flatMap((group) => group.pages)].map(
    ({ to, label, hint, keywords, tasks = [] }) => ({
      tasks,
      key: `page ${to}`,
      label,
      note: hint,
      keywords,
      onSelect: () => void navigate({ to }),
    }),
  );
  const importOption: PaletteOption = {
    key: "action import",
    label: "Import a statement for …",
    keywords: "upload file csv html mt4 mt5 metatrader",
    staysOpen: true,
    onSelect: () => onMode("import"),
  };
  const actionOptions = [
    ...actions.map((action): PaletteOption => ({ ...action, key: `action ${action.label}` })),
    ...(mayImport ? [importOption] : []),
  ];
  const found = { Users: traderOptions, Payouts: payoutOptions };
  const byLabel = {
    Pages: pages.filter((page) => matchesLabel(page, typed)),
    Actions: actionOptions.filter((action) => matchesLabel(action, typed)),
  };
  if (byLabel.Pages.length + byLabel.Actions.length > 0)
    return { groups: nonEmptyGroups({ ...byLabel, ...found }), ...progress };
  const byTask = pages.flatMap((page): PaletteOption[] => {
    const note = matchingTask(page.tasks, typed);
    return note === undefined ? [] : [{ ...page, note }];
  });
  const byDescription = {
    Pages: [
      ...byTask,
      ...pages.filter(
        (page) => matchesDescription(page, typed) && !byTask.some(({ key }) => key === page.key),
      ),
    ],
    Actions: actionOptions.filter((action) => matchesDescription(action, typed)),
  };
  // A description is a weaker match than a name, so traders and payouts come before it, but not before a task.
  const { Pages, Actions } = byDescription;
  const groups = byTask.length > 0 ? { Actions, Pages, ...found } : { ...found, ...byDescription };
  return { groups: nonEmptyGroups(groups), ...progress };
}

function nonEmptyGroups(
  groups: Readonly<Record<string, readonly PaletteOption[]>>,
): PaletteGroup[] {
  return Object.entries(groups)
    .map(([title, options]) => ({ title, options }))
    .filter(({ options }) => options.length > 0);
}
