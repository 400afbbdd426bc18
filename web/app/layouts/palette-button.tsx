import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useEffectEvent } from "react";
import { Icon } from "../../components/icon/icon.tsx";
import { dialog, useOpenDialog } from "../dialogs.tsx";
import { compactBar } from "./nav-links.tsx";
import { isPaletteKey } from "./palette-words.ts";

/** The dialogs of every administrators' page. */
export const adminDialogs = {
  palette: dialog(() => import("./command-palette.tsx").then((m) => m.CommandPalette)),
};

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Layers that are open above the page; layers that are fading out are inert. */
const openLayers = ':is([role="dialog"], [role="menu"]):not([inert], [inert] *)';

/** Returns a function that opens the palette. Its key opens it, too, unless another layer is open. */
export function useOpenPalette(): () => void {
  const open = useOpenDialog(adminDialogs);
  const openByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event)) return;
    event.preventDefault();
    if (!document.querySelector(openLayers)) open("palette");
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => openByKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return () => open("palette");
}

/** Keeps the name of a button of which only the icon is shown. */
const visuallyHidden = {
  position: "absolute",
  width: 1,
  height: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
};

/** A button that opens the palette and shows its shortcut. */
export function PaletteButton({
  isWide = false,
  onOpen,
}: {
  isWide?: boolean;
  onOpen: () => void;
}) {
  return (
    <Button
      variant="outlined"
      color="inherit"
      size={isWide ? "medium" : "small"}
      fullWidth={isWide}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      sx={{ justifyContent: "flex-start", color: "text.secondary", fontWeight: 400 }}
      onClick={onOpen}
    >
      <Icon name="search" size={16} />
      <Box component="span" sx={isWide ? undefined : { [compactBar]: visuallyHidden }}>
        Search
      </Box>
      <Box
        component="kbd"
        aria-hidden="true"
        sx={isWide ? { display: "none" } : { [compactBar]: { display: "none" } }}
      >
        {isApple ? "⌘K" : "Ctrl K"}
      </Box>
    </Button>
  );
}
