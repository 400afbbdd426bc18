import Box from "@mui/material/Box";
import { useControlTabIndex } from "../focus/cell-focus.ts";

/** One line of at most 200 px; the whole text on hover and focus. */
export function TruncatedText({ text }: { text: string }) {
  const tabIndex = useControlTabIndex() ?? 0;
  return (
    <Box component="span" tabIndex={tabIndex} data-tooltip={text} sx={look}>
      {text}
    </Box>
  );
}

const look = {
  display: "inline-block",
  maxWidth: 200,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  lineHeight: "1.5rem",
  verticalAlign: "bottom",
  // On small screens, each row is a card, which has room for the whole text.
  "@media (width < 768px)": { maxWidth: "100%", whiteSpace: "normal" },
};
