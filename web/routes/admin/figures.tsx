import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { figureDialogs } from "../../features/admin/figures/figure-dialogs.ts";
import { FiguresPage } from "../../features/admin/figures/figures-page.tsx";
import {
  type FiguresSearch,
  readFiguresSearch,
} from "../../features/admin/figures/figures-search.ts";

export const Route = createFileRoute("/admin/figures")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (
    raw: Record<string, unknown>,
  ): FiguresSearch & DialogSearch<typeof figureDialogs> => raw,
  component: Figures,
  staticData: { title: "Figures" },
});

function Figures() {
  const search = readFiguresSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHeader title="Figures" subtitle="How many pass, what is paid and owed, and who waits" />
      <PermittedContent to="figures.money" title="Your role does not see the firm's figures">
        <FiguresPage
          search={search}
          onChange={(change) =>
            void navigate({
              search: (present) => ({ ...present, ...change }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </PermittedContent>
      <Dialogs of={figureDialogs} with={{ query: search }} />
    </>
  );
}
