import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useEffect, useEffectEvent } from "react";
import { Icon } from "../../components/icon/icon.tsx";
import { dialog, useOpenDialog } from "../dialogs.tsx";
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
      Search
      <Box component="kbd" aria-hidden="true" sx={{ display: { xs: "none", lg: "block" } }}>
        {isApple ? "⌘K" : "Ctrl K"}
      </Box>
    </Button>
  );
}
