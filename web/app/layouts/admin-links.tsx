import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { useRouterState } from "@tanstack/react-router";
import { useId, useState } from "react";
import { showToScreenReaders } from "../../components/dialog/show-to-screen-readers.ts";
import { Icon } from "../../components/icon/icon.tsx";
import type { Waiting } from "../../../src/business/watch/overview/overview.schema.ts";
import { formatTotal, useWaiting } from "../api-client/overview.ts";
import { mainPages, morePages, useMorePages, type WaitingQueue } from "./admin-pages.ts";
import { barItem, CountChip, exactly, MenuLink, NavLinks } from "./nav-links.tsx";

/** @param isInBar which has no room for long numbers */
function linksTo(isInBar: boolean) {
  return mainPages.map(({ to, label, waiting }) => ({
    to,
    label,
    count: waiting && <WaitingCount queue={waiting} isShort={isInBar} />,
  }));
}

const linksOf = { bar: linksTo(true), menu: linksTo(false) };

interface AdminLinksProps {
  /** Set in the slide-out menu, which it closes. */
  onFollow?: (() => void) | undefined;
}

/** The links to the administrators' pages: the main ones, and the others in groups. */
export function AdminLinks({ onFollow }: AdminLinksProps) {
  return (
    <>
      <NavLinks links={onFollow ? linksOf.menu : linksOf.bar} onFollow={onFollow} />
      {onFollow ? <PageGroups onFollow={onFollow} /> : <MoreMenu />}
    </>
  );
}

const addresses = morePages.flatMap(({ pages }) => pages.map(({ to }) => to));

/** Whether it is the address of a page in the menu, or of one below it, such as that of an editor. */
function isInMenu(pathname: string): boolean {
  return addresses.some(
    (to) =>
      pathname.replace(/\/$/, "") === to || (to !== "/admin" && pathname.startsWith(`${to}/`)),
  );
}

/**
 * The pages that are not in the bar. A panel of links instead of a menu, so that they can also be opened in new tabs.
 */
function MoreMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const isCurrent = useRouterState({
    select: ({ location }) => isInMenu(location.pathname),
  });
  const id = useId();
  const count = useWaitingInMenu();
  return (
    <>
      <Button
        data-current={isCurrent ? "" : undefined}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-describedby={count ? id : undefined}
        sx={{ ...barItem, lineHeight: "inherit" }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        More
        {count ? (
          <span id={id} aria-hidden="true">
            <CountChip count={shortTotal(count)} word="waiting" />
          </span>
        ) : null}
        <Icon name="chevronDown" size={16} />
      </Button>
      <Popover
        ref={showToScreenReaders}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        transitionDuration={160}
        slotProps={{
          paper: {
            role: "dialog",
            "aria-label": "More pages",
            // Inert while it fades out, so that the command palette can already be opened.
            inert: anchor === null,
            sx: { mt: 0.5 },
          },
        }}
      >
        <Box
          component="nav"
          aria-label="More"
          sx={{
            display: "grid",
            gridTemplateColumns: "repeat(3, minmax(11.5rem, auto))",
            gap: 1,
            p: 1.5,
          }}
        >
          <PageGroups showsHints onFollow={close} />
        </Box>
      </Popover>
    </>
  );
}

/** The number of items that wait in a queue; nothing if there are none. */
function WaitingCount({ queue, isShort = false }: { queue: WaitingQueue; isShort?: boolean }) {
  const { data } = useWaiting();
  const waiting = data && totalOf(data, queue);
  if (!waiting || waiting.total === 0) return null;
  return <CountChip count={isShort ? shortTotal(waiting) : formatTotal(waiting)} word="waiting" />;
}

/** `7`, or `99+` for all that has more than two digits. */
const shortTotal = ({ total, exceedsTotal }: Pick<Waiting["reviews"], "total" | "exceedsTotal">) =>
  total > 99 || exceedsTotal ? "99+" : String(total);

/** The number of items that wait in the queues of the menu; `undefined` if there are none. */
function useWaitingInMenu() {
  const { data } = useWaiting();
  const queues = useMorePages().flatMap(({ pages }) =>
    pages.flatMap(({ waiting }) => waiting ?? []),
  );
  if (!data) return undefined;
  const totals = queues.map((queue) => totalOf(data, queue));
  const total = totals.reduce((sum, each) => sum + each.total, 0);
  return total > 0
    ? { total, exceedsTotal: totals.some(({ exceedsTotal }) => exceedsTotal) }
    : undefined;
}

function totalOf(data: Waiting, queue: WaitingQueue) {
  if (queue === "findings") return { total: data.findings.count, exceedsTotal: false };
  if (queue !== "payouts") return data[queue];
  const { overThreeDays, oneToThreeDays, underOneDay } = data.payouts;
  const ages = [overThreeDays, oneToThreeDays, underOneDay];
  return {
    total: ages.reduce((sum, { total }) => sum + total, 0),
    exceedsTotal: ages.some(({ exceedsTotal }) => exceedsTotal),
  };
}

interface PageGroupsProps {
  showsHints?: boolean;
  onFollow: () => void;
}

/** The pages that are not in the bar, under the titles of their groups. */
function PageGroups({ showsHints = false, onFollow }: PageGroupsProps) {
  const id = useId();
  return useMorePages().map(({ title, pages }) => (
    <section key={title} aria-labelledby={`${id}${title}`}>
      <Typography
        id={`${id}${title}`}
        component="h2"
        variant="overline"
        sx={{ px: 1.5, py: 0.75, fontWeight: 550, color: "text.disabled" }}
      >
        {title}
      </Typography>
      {pages.map(({ to, label, hint, waiting }) => (
        <MenuLink
          key={to}
          to={to}
          activeOptions={exactly}
          sx={showsHints ? { display: "block" } : undefined}
          onClick={onFollow}
        >
          <Typography
            component="span"
            sx={{ display: "flex", alignItems: "center", gap: 1, fontWeight: 550 }}
          >
            {label}
            {waiting ? <WaitingCount queue={waiting} /> : null}
          </Typography>
          {showsHints ? (
            <Typography component="span" variant="body2" color="textSecondary">
              {hint}
            </Typography>
          ) : null}
        </MenuLink>
      ))}
    </section>
  ));
}
