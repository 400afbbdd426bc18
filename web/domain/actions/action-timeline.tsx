import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface Entry {
  key: string;
  title: ReactNode;
  /** When it happened, as text. */
  time: string;
  /** How long after the entry above it. */
  after?: string | undefined;
  /** A reason, or the words of a bridge. */
  words: string | null;
  tone?: "good" | "bad" | undefined;
  /** Buttons for the entry. */
  aside?: ReactNode;
}

const colors = { good: "var(--green)", bad: "var(--red)" };

interface ActionTimelineProps {
  /** The accessible name of the list. */
  name: string;
  entries: readonly Entry[];
}

/** Lists what happened, with a dot for each entry and a line between them. */
export function ActionTimeline({ name, entries }: ActionTimelineProps) {
  return (
    <List aria-label={name} disablePadding>
      {entries.map(({ key, title, time, after, words, tone, aside }) => (
        <ListItem key={key} disableGutters sx={itemLook}>
          <Box
            component="span"
            aria-hidden
            sx={{ ...dotLook, bgcolor: tone ? colors[tone] : "var(--ink-faint)" }}
          />
          <Box sx={{ flex: 1, minWidth: 0, pb: 1.5 }}>
            <Box component="span" sx={{ fontWeight: 550 }}>
              {title}
            </Box>
            <Typography color="textSecondary" sx={{ fontSize: "var(--text-sm)" }}>
              {after === undefined ? time : `${time} · ${after} later`}
            </Typography>
            {words ? <Box sx={{ overflowWrap: "anywhere" }}>{`“${words}”`}</Box> : null}
          </Box>
          {aside}
        </ListItem>
      ))}
    </List>
  );
}

const itemLook = {
  alignItems: "flex-start",
  gap: 1.5,
  p: 0,
  position: "relative",
  "&:not(:last-of-type)::before": {
    content: '""',
    position: "absolute",
    insetBlock: "1rem -0.375rem",
    insetInlineStart: "0.25rem",
    borderInlineStart: "1px solid var(--line-strong)",
  },
};

const dotLook = {
  inlineSize: "0.5625rem",
  blockSize: "0.5625rem",
  mt: "0.4375rem",
  borderRadius: "50%",
  flexShrink: 0,
};
