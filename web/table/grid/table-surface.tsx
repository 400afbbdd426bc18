import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Drawer from "@mui/material/Drawer";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useLocation } from "@tanstack/react-router";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { showToScreenReaders } from "../../components/dialog/show-to-screen-readers.ts";
import { useCloseOnBack } from "../../components/dialog/use-close-on-back.ts";
import { Icon } from "../../components/icon/icon.tsx";

interface TableSurfaceProps {
  /** For pages with several tables. */
  title?: string;
  /** The picker of saved views, instead of a title. */
  views?: ReactNode;
  /** The search box and the filters. */
  tools?: ReactNode;
  /** The main action of a list, at the end of the line of its tools. */
  action?: ReactNode;
  /** Puts the tools in a sheet on phones, as those of a list with views. */
  usesSheet?: boolean;
  children: ReactNode;
}

/** A table below its title and tools. On phones, the tools of a list are in a sheet. */
export function TableSurface(props: TableSurfaceProps) {
  const { title, views, tools, action, usesSheet = Boolean(views), children } = props;
  const headingId = useId();
  const isPhone = useMediaQuery("(width < 768px)", { noSsr: true });
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={title ? headingId : undefined}
      sx={{ display: "flex", flexDirection: "column", minWidth: 0, overflow: "hidden" }}
    >
      {title ? (
        <Typography
          variant="h2"
          id={headingId}
          sx={{ px: 2.5, pt: 2, pb: 1.75, borderBottom: "1px solid var(--line)" }}
        >
          {title}
        </Typography>
      ) : null}
      {usesSheet && isPhone ? (
        <ToolSheet views={views} tools={tools} action={action} />
      ) : views || tools ? (
        <Box sx={head}>
          {views}
          {tools ? (
            <Box role="search" sx={isPhone ? [line, phoneLine] : line}>
              {tools}
            </Box>
          ) : null}
          {action}
        </Box>
      ) : null}
      {children}
    </Paper>
  );
}

/** The saved views and the tools share a line if there is room. */
const head = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "0.25rem 0.5rem",
  px: 2.5,
  py: 0.75,
  borderBottom: "1px solid var(--line)",
};

const line = {
  flex: "1 1 40rem",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "0.375rem 0.5rem",
  minWidth: 0,
  "& > button:last-child": { marginInlineStart: "auto" },
};

/** On small screens, a button stays next to the search box. */
const phoneLine = {
  "&:has(> button:last-child)": { flexWrap: "nowrap" },
  "& > button:last-child": { flexShrink: 0 },
};

/** A button that opens the views and the tools of a list. */
function ToolSheet({
  views,
  tools,
  action,
}: Pick<TableSurfaceProps, "views" | "tools" | "action">) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const active = useActiveFilters();
  useCloseOnBack(isOpen, close);
  return (
    <Box sx={sheetLine}>
      <Button isWide size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" size={16} />
        Search and Filters
        {active > 0 ? <Chip component="span" color="primary" label={active} /> : null}
      </Button>
      {action}
      <Drawer
        ref={showToScreenReaders}
        anchor="bottom"
        open={isOpen}
        onClose={close}
        slotProps={{
          paper: {
            "aria-label": "Search and filters",
            inert: !isOpen,
            sx: { gap: 1.5, maxHeight: "85dvh", p: 2 },
          },
        }}
      >
        {views}
        <Box role="search" sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {tools}
        </Box>
        <Button isWide look="primary" onClick={close}>
          Show Results
        </Button>
      </Drawer>
    </Box>
  );
}

const sheetLine = {
  display: "flex",
  gap: 1,
  p: 1,
  borderBottom: "1px solid var(--line)",
  "& > button + button": { flexShrink: 0 },
};

/** Parameters that change how rows are shown, but not which ones. */
const presentation = new Set(["page", "pageSize", "sort", "order", "columns", "view", "density"]);

/** Returns how many filters, including a search, the address contains. */
function useActiveFilters(): number {
  return useLocation({
    select: ({ search }) =>
      Object.entries(search).filter(
        ([name, value]) => value !== undefined && value !== "" && !presentation.has(name),
      ).length,
  });
}
